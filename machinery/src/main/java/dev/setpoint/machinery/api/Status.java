package dev.setpoint.machinery.api;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The wire form of an [ApiError], and the only place where one becomes the other.
///
/// @param details null when the Status carries none, which differs on the wire from an empty one
public record Status(
        int code, String reason, String message, @Nullable JsonObject details) {
    /// What tells a revision that is too large from other time-outs.
    static final FieldError TOO_LARGE = new FieldError("ResourceVersionTooLarge", "", "Too large resource version");

    public static Status of(ApiError error) {
        return switch (error) {
            case ApiError.NotFound(var resource, var name) ->
                new Status(404, "NotFound", resource + " \"" + name + "\" not found", named(resource, name));
            case ApiError.NoSuchPath(), ApiError.NoSuchPage() ->
                generic(404, "NotFound", "the server could not find the requested resource");
            case ApiError.AlreadyExists(var resource, var name, var deleting) -> taken(resource, name, deleting);
            case ApiError.GeneratedNameTaken(var resource, var name) ->
                new Status(
                        409,
                        "AlreadyExists",
                        resource + " \"" + name + "\" already exists, the server was not able to generate a unique name"
                                + " for the object",
                        retryAfter(named(resource, name), error));
            case ApiError.Conflict(var resource, var name, var why) -> conflict(resource, name, why);
            case ApiError.ApplyConflict(var message, var conflicts) ->
                new Status(409, "Conflict", message, withCauses(new JsonObject(), conflicts));
            case ApiError.Invalid(var kind, var name, var errors) -> invalid(kind, name, errors);
            case ApiError.BadRequest(var message) -> plain(400, "BadRequest", message);
            case ApiError.Rejected() ->
                generic(422, "Invalid", "the server rejected our request due to an error in our request");
            case ApiError.Unauthorized() -> plain(401, "Unauthorized", "Unauthorized");
            case ApiError.Forbidden(var resource, var name, var why) -> forbidden(resource, name, why);
            case ApiError.NamespaceTerminating(var resource, var name, var namespace) ->
                terminating(resource, name, namespace);
            case ApiError.ForbiddenPath(var message) -> plain(403, "Forbidden", message);
            case ApiError.MethodNotAllowed() ->
                generic(405, "MethodNotAllowed", "the server does not allow this method on the requested resource");
            case ApiError.NotAcceptable(var message) -> generic(406, "NotAcceptable", message);
            case ApiError.UnknownForm(var message) -> plain(406, "NotAcceptable", message);
            case ApiError.UnsupportedMediaType(var message) -> plain(415, "UnsupportedMediaType", message);
            case ApiError.UnsupportedPatchType() ->
                new Status(415, "UnsupportedMediaType", "415: Unsupported Media Type", new JsonObject());
            case ApiError.TooLarge(var message) -> plain(413, "RequestEntityTooLarge", message);
            case ApiError.Expired(var message, var _) -> plain(410, "Expired", message);
            case ApiError.RevisionTooLarge(var requested, var current) ->
                new Status(
                        504,
                        "Timeout",
                        "Too large resource version: " + requested + ", current: " + current,
                        retryAfter(withCauses(new JsonObject(), List.of(TOO_LARGE)), error));
            case ApiError.TooManyRequests(var message, var _, var causes) ->
                new Status(429, "TooManyRequests", message, retryAfter(withCauses(new JsonObject(), causes), error));
            case ApiError.Timeout(var message) -> plain(504, "Timeout", message);
            case ApiError.Unanswered(var message) -> plain(502, "", message);
            case ApiError.Unclassified(var message) -> plain(500, "", message);
            case ApiError.Unavailable(var message, var pause) ->
                pause.isZero()
                        ? plain(503, "ServiceUnavailable", message)
                        : new Status(503, "ServiceUnavailable", message, retryAfter(new JsonObject(), error));
            case ApiError.Internal(var message) ->
                new Status(
                        500,
                        "InternalError",
                        "Internal error occurred: " + message,
                        withCauses(new JsonObject(), List.of(new FieldError("", "", message))));
        };
    }

    /// The continue token that a Status may carry in its list metadata.
    public static Optional<String> continueToken(ApiError error) {
        return error instanceof ApiError.Expired(var _, var token) ? token : Optional.empty();
    }

    public JsonObject toJson(Optional<String> continueToken) {
        JsonObject metadata = new JsonObject();
        continueToken.ifPresent(token -> metadata.put("continue", token));
        JsonObject json = new JsonObject()
                .put("kind", "Status")
                .put("apiVersion", "v1")
                .put("metadata", metadata)
                .put("status", "Failure")
                .put("message", message);
        if (!reason.isEmpty()) {
            json.put("reason", reason);
        }
        if (details != null) {
            json.put("details", details);
        }
        return json.put("code", code);
    }

    public static JsonObject toJson(ApiError error) {
        return of(error).toJson(continueToken(error));
    }

    /// With empty details, as failures have them that are about the request rather than about an object.
    private static Status generic(int code, String reason, String message) {
        return new Status(code, reason, message, new JsonObject());
    }

    private static Status plain(int code, String reason, String message) {
        return new Status(code, reason, message, null);
    }

    private static Status invalid(GroupVersionKind kind, String name, List<FieldError> errors) {
        String shown = kind.group().isEmpty() ? kind.kind() : kind.kind() + "." + kind.group();
        String all = errors.stream().map(FieldError::toString).distinct().collect(Collectors.joining(", "));
        String list = errors.stream().map(FieldError::toString).distinct().count() == 1 ? all : "[" + all + "]";
        JsonObject details = named(new GroupResource(kind.group(), kind.kind()), name);
        return new Status(
                422,
                "Invalid",
                shown + " \"" + name + "\" is invalid: " + (errors.isEmpty() ? "<nil>" : list),
                withCauses(details, errors));
    }

    private static Status taken(GroupResource resource, String name, boolean deleting) {
        String prefix = deleting ? "object is being deleted: " : "";
        return new Status(
                409, "AlreadyExists", prefix + resource + " \"" + name + "\" already exists", named(resource, name));
    }

    /// Not every conflict is one over an object: a webhook may say it too.
    private static Status conflict(GroupResource resource, String name, String why) {
        String message =
                name.isEmpty() ? why : "Operation cannot be fulfilled on " + resource + " \"" + name + "\": " + why;
        return new Status(409, "Conflict", message, named(resource, name));
    }

    private static Status forbidden(GroupResource resource, String name, String why) {
        String subject = resource + (name.isEmpty() ? "" : " \"" + name + "\"");
        String message = resource.resource().isEmpty() ? "forbidden: " + why : subject + " is forbidden: " + why;
        return new Status(403, "Forbidden", message, named(resource, name));
    }

    private static Status terminating(GroupResource resource, String name, String namespace) {
        Status plain = forbidden(
                resource,
                name,
                "unable to create new content in namespace " + namespace + " because it is being terminated");
        FieldError cause = new FieldError(
                "NamespaceTerminating", "metadata.namespace", "namespace " + namespace + " is being terminated");
        return new Status(403, "Forbidden", plain.message(), withCauses(named(resource, name), List.of(cause)));
    }

    private static JsonObject retryAfter(JsonObject details, ApiError error) {
        long seconds = error.retryAfter().map(Duration::toSeconds).orElse(0L);
        return seconds > 0 ? details.put("retryAfterSeconds", seconds) : details;
    }

    private static JsonObject named(GroupResource resource, String name) {
        JsonObject details = new JsonObject();
        putUnlessEmpty(details, "name", name);
        putUnlessEmpty(details, "group", resource.group());
        putUnlessEmpty(details, "kind", resource.resource());
        return details;
    }

    private static JsonObject withCauses(JsonObject details, List<FieldError> errors) {
        if (!errors.isEmpty()) {
            JsonArray causes = new JsonArray();
            for (FieldError error : errors) {
                JsonObject cause = new JsonObject();
                putUnlessEmpty(cause, "reason", error.reason());
                cause.put("message", error.message());
                putUnlessEmpty(cause, "field", error.field());
                causes.add(cause);
            }
            details.put("causes", causes);
        }
        return details;
    }

    private static void putUnlessEmpty(JsonObject object, String field, String value) {
        if (!value.isEmpty()) {
            object.put(field, value);
        }
    }
}
