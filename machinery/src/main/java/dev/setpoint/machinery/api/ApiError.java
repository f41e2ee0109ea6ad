package dev.setpoint.machinery.api;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Every way in which a request can fail. The wire's `Status` is derived from it in exactly one place: [Status].
///
/// Who handles a failure asks its predicates, and never what its sentence says:
///
///     } catch (ApiException e) {
///         if (!e.error().alreadyExists() && !e.error().namespaceTerminating()) {
///             throw e;
///         }
///     }
public sealed interface ApiError {
    Duration SOON = Duration.ofSeconds(1);

    /// Nothing was written, and the same request may succeed later.
    sealed interface Postponed extends ApiError {
        /// After which the server wants to be asked again; zero if it does not say.
        Duration pause();
    }

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

    /// `generateName` found only names in use. Other names may be free a moment later.
    record GeneratedNameTaken(GroupResource resource, String name) implements Postponed {
        @Override
        public Duration pause() {
            return SOON;
        }
    }

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
    record RevisionTooLarge(long requested, long current) implements Postponed {
        @Override
        public Duration pause() {
            return SOON;
        }
    }

    record TooManyRequests(String message, Duration pause, List<FieldError> causes) implements Postponed {}

    /// The outcome of a write is not known, or the time ran out.
    record Timeout(String message) implements ApiError {}

    /// No answer came from the server itself: the connection broke, or something on the way answered in its place,
    /// such as a proxy with code 502. Whether the request reached the server is not known.
    record Unanswered(String message) implements ApiError {}

    /// The server itself says that it does nothing now.
    record Unavailable(String message, Duration pause) implements Postponed {
        public Unavailable(String message) {
            this(message, Duration.ZERO);
        }
    }

    record Internal(String message) implements ApiError {}

    /// What has code 500 and no reason: a few mistakes of a caller, and failures that Kubernetes has no word for, such
    /// as a time-out of its etcd. They look alike on the wire, so a client cannot know that nothing was written.
    record Unclassified(String message) implements ApiError {}

    /// There is no such object. That there is no such resource is [#notServed].
    default boolean notFound() {
        return ErrorClass.of(this) == ErrorClass.NOT_FOUND;
    }

    /// There is no such resource, or not in this version.
    default boolean notServed() {
        return ErrorClass.of(this) == ErrorClass.NOT_SERVED;
    }

    /// An object of the name that was asked for is there. A name that the server should have found is not meant.
    default boolean alreadyExists() {
        return ErrorClass.of(this) == ErrorClass.ALREADY_EXISTS;
    }

    /// The object is not as the request says: it has another resourceVersion, or another uid. Only a read can tell
    /// which of them, since the answer of Kubernetes does not. That others own fields ([ApplyConflict]) is not
    /// meant: the same apply would be refused again.
    default boolean conflict() {
        return ErrorClass.of(this) == ErrorClass.CONFLICT;
    }

    /// Nothing can be created in a namespace that is going away. To a loop this is no failure.
    default boolean namespaceTerminating() {
        return ErrorClass.of(this) == ErrorClass.NAMESPACE_TERMINATING;
    }

    /// A write may have happened although it failed. After any other error nothing was written.
    default boolean outcomeUnknown() {
        return switch (ErrorClass.of(this)) {
            case NO_ANSWER, FAILED -> true;
            case NOT_FOUND, NOT_SERVED, ALREADY_EXISTS, CONFLICT, NAMESPACE_TERMINATING, REFUSED, POSTPONED -> false;
        };
    }

    /// The same request may succeed later although nobody changes anything: the server was away, slow or busy.
    default boolean temporary() {
        return switch (ErrorClass.of(this)) {
            case POSTPONED, NO_ANSWER -> true;
            case NOT_FOUND, NOT_SERVED, ALREADY_EXISTS, CONFLICT, NAMESPACE_TERMINATING, REFUSED, FAILED -> false;
        };
    }

    /// After which time the server wants to be asked again; empty where it says nothing of it.
    default Optional<Duration> retryAfter() {
        return this instanceof Postponed later && later.pause().isPositive()
                ? Optional.of(later.pause())
                : Optional.empty();
    }
}
