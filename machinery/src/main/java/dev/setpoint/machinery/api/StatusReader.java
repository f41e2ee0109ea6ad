package dev.setpoint.machinery.api;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// From the wire's Status back to the [ApiError] that it tells of: the other direction of [Status].
///
/// Which error it is, code, reason and causes tell, so that a server of another make may put things in other words.
/// The sentence is taken apart only for what it says to people.
///
/// An answer without a Status comes from something on the way: of a proxy's 502, 503 or 504 nobody knows whether the
/// request reached the server.
public final class StatusReader {
    private static final Pattern REVISIONS = Pattern.compile("Too large resource version: (\\d+), current: (\\d+)");
    private static final String INTERNAL = "Internal error occurred: ";
    private static final String DELETING = "object is being deleted: ";

    private final int code;
    /// Whether the server itself answered, in Kubernetes' form.
    private final boolean told;
    private final String message;
    private final String reason;
    private final GroupResource resource;
    private final String name;
    private final List<FieldError> causes;
    private final JsonObject details;
    private final Optional<String> continueToken;

    private StatusReader(int code, JsonObject status) {
        this.code = code;
        this.told = status.textOr("kind", "").equals("Status");
        this.message = status.textOr("message", "the server answered " + code);
        this.reason = status.textOr("reason", "");
        JsonObject given = status.object("details");
        this.details = given == null ? new JsonObject() : given;
        this.resource = new GroupResource(details.textOr("group", ""), details.textOr("kind", ""));
        this.name = details.textOr("name", "");
        this.causes = causes(details);
        JsonObject metadata = status.object("metadata");
        this.continueToken = Optional.ofNullable(metadata == null ? null : metadata.text("continue"));
    }

    /// @param code of the HTTP answer
    /// @param status its body, or an empty object when that was something else
    public static ApiError error(int code, JsonObject status) {
        return new StatusReader(code, status).error();
    }

    private ApiError error() {
        return switch (code) {
            case 400 -> new ApiError.BadRequest(message);
            case 401 -> new ApiError.Unauthorized();
            case 403 -> forbidden();
            case 404 -> name.isEmpty() ? new ApiError.NoSuchPath() : new ApiError.NotFound(resource, name);
            case 405 -> new ApiError.MethodNotAllowed();
            case 406 -> new ApiError.UnknownForm(message);
            case 409 -> conflict();
            case 410 -> new ApiError.Expired(message, continueToken);
            case 413 -> new ApiError.TooLarge(message);
            case 415 -> new ApiError.UnsupportedMediaType(message);
            case 422 -> invalid();
            case 429 -> new ApiError.TooManyRequests(message, pause(), causes);
            case 502 -> new ApiError.Unanswered(message);
            case 503 -> told ? new ApiError.Unavailable(message, pause()) : new ApiError.Unanswered(message);
            case 504 -> timeout();
            default -> other();
        };
    }

    private ApiError forbidden() {
        Optional<FieldError> terminating = cause("NamespaceTerminating");
        if (terminating.isPresent()) {
            String words = terminating.get().message();
            String namespace = words.replace("namespace ", "").replace(" is being terminated", "");
            return new ApiError.NamespaceTerminating(resource, name, namespace);
        }
        return details.isEmpty()
                ? new ApiError.ForbiddenPath(message)
                : new ApiError.Forbidden(
                        resource, name, after(resource.resource().isEmpty() ? "forbidden: " : " is forbidden: "));
    }

    private ApiError conflict() {
        if (reason.equals("AlreadyExists")) {
            // A name that the client gave is not free after a pause: the pause tells that the server gave it.
            return pause().isZero()
                    ? new ApiError.AlreadyExists(resource, name, message.startsWith(DELETING))
                    : new ApiError.GeneratedNameTaken(resource, name);
        }
        return cause("FieldManagerConflict").isPresent()
                ? new ApiError.ApplyConflict(message, causes)
                : new ApiError.Conflict(resource, name, name.isEmpty() ? message : after("\"" + name + "\": "));
    }

    private ApiError invalid() {
        return name.isEmpty() && causes.isEmpty()
                ? new ApiError.Rejected()
                : new ApiError.Invalid(new GroupVersionKind(resource.group(), "", resource.resource()), name, causes);
    }

    private ApiError timeout() {
        if (cause(Status.TOO_LARGE.reason()).isEmpty()) {
            return new ApiError.Timeout(message);
        }
        Matcher revisions = REVISIONS.matcher(message);
        return revisions.matches()
                ? new ApiError.RevisionTooLarge(Long.parseLong(revisions.group(1)), Long.parseLong(revisions.group(2)))
                : new ApiError.RevisionTooLarge(0, 0);
    }

    private ApiError other() {
        if (code < 500) {
            return new ApiError.BadRequest(message);
        }
        return switch (reason) {
            case "InternalError" ->
                new ApiError.Internal(message.startsWith(INTERNAL) ? message.substring(INTERNAL.length()) : message);
            case "ServerTimeout" -> new ApiError.Timeout(message); // Code 500 all the same.
            default -> told ? new ApiError.Unclassified(message) : new ApiError.Unanswered(message);
        };
    }

    private Duration pause() {
        return Duration.ofSeconds(details.integerOr("retryAfterSeconds", 0));
    }

    private Optional<FieldError> cause(String word) {
        return causes.stream().filter(cause -> cause.reason().equals(word)).findFirst();
    }

    /// The message from behind these words on, or all of it.
    private String after(String words) {
        int at = message.indexOf(words);
        return at < 0 ? message : message.substring(at + words.length());
    }

    private static List<FieldError> causes(JsonObject details) {
        JsonArray given = details.array("causes");
        List<FieldError> causes = new ArrayList<>();
        for (JsonObject cause : given == null ? List.<JsonObject>of() : given.objects()) {
            causes.add(
                    new FieldError(cause.textOr("reason", ""), cause.textOr("field", ""), cause.textOr("message", "")));
        }
        return List.copyOf(causes);
    }
}
