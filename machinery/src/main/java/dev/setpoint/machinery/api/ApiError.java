package dev.setpoint.machinery.api;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Every way in which a request can fail. The wire's `Status` is derived from it in exactly one place: [Status].
public sealed interface ApiError {
    record NotFound(GroupResource resource, String name) implements ApiError {}

    /// No resource is served under this path.
    record NoSuchPath() implements ApiError {}

    /// Nor is anything else under its group, which is none of Kubernetes' own. Over HTTP this is no Status but a page.
    record NoSuchPage() implements ApiError {}

    /// @param deleting whether the name will be free again, once the object that has it is gone
    record AlreadyExists(GroupResource resource, String name, boolean deleting) implements ApiError {
        public AlreadyExists(GroupResource resource, String name) {
            this(resource, name, false);
        }
    }

    /// `generateName` found only names in use.
    record GeneratedNameTaken(GroupResource resource, String name) implements ApiError {}

    record Conflict(GroupResource resource, String name, String why) implements ApiError {}

    /// Server-side apply met fields that others own.
    record ApplyConflict(String message, List<FieldError> conflicts) implements ApiError {}

    record Invalid(GroupVersionKind kind, String name, List<FieldError> errors) implements ApiError {}

    record BadRequest(String message) implements ApiError {}

    /// A patch that does not fit its object. Kubernetes does not tell why.
    record Rejected() implements ApiError {}

    record Unauthorized() implements ApiError {}

    /// @param why the sentence after `is forbidden: `
    record Forbidden(GroupResource resource, String name, String why) implements ApiError {}

    /// Nothing new is created in a namespace that is going away.
    record NamespaceTerminating(GroupResource resource, String name, String namespace) implements ApiError {}

    /// A path that is no resource: `User "x" cannot get path "/metrics"`.
    record ForbiddenPath(String message) implements ApiError {}

    record MethodNotAllowed() implements ApiError {}

    record NotAcceptable(String message) implements ApiError {}

    /// An object is asked for in a form that there is not.
    record UnknownForm(String message) implements ApiError {}

    record UnsupportedMediaType(String message) implements ApiError {}

    /// The body of a patch is in none of the four formats.
    record UnsupportedPatchType() implements ApiError {}

    record TooLarge(String message) implements ApiError {}

    /// The revision is gone; a continue token, where given, goes on without consistency.
    record Expired(String message, Optional<String> continueToken) implements ApiError {}

    /// The client asked for a revision that this server has not reached yet.
    record RevisionTooLarge(long requested, long current) implements ApiError {}

    record TooManyRequests(String message, Duration retryAfter, List<FieldError> causes) implements ApiError {}

    /// The outcome of a write is not known, or the time ran out.
    record Timeout(String message) implements ApiError {}

    record Unavailable(String message) implements ApiError {}

    record Internal(String message) implements ApiError {}

    /// The few mistakes of a caller to which Kubernetes answers with code 500 and no reason.
    record Unclassified(String message) implements ApiError {}
}
