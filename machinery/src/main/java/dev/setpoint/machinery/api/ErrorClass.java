package dev.setpoint.machinery.api;

/// What an [ApiError] means to a caller who has to go on after it. Every error belongs to exactly one class, so
/// that whoever adds an error decides here what callers do about it: the predicates of [ApiError] ask nothing else.
enum ErrorClass {
    /// There is no such object.
    NOT_FOUND,
    /// There is no such resource.
    NOT_SERVED,
    /// An object of that name is there.
    ALREADY_EXISTS,
    /// The object is not, or is no longer, as the request says. Nothing was written.
    CONFLICT,
    /// The namespace is going away. Nothing was written.
    NAMESPACE_TERMINATING,
    /// The same request would be refused again. Nothing was written.
    REFUSED,
    /// The same request may succeed later. Nothing was written.
    POSTPONED,
    /// No answer came from the server itself. A write may have happened.
    NO_ANSWER,
    /// The server failed, nobody knows when: before, while or after it wrote.
    FAILED;

    static ErrorClass of(ApiError error) {
        return switch (error) {
            case ApiError.NotFound _ -> NOT_FOUND;
            case ApiError.NoSuchPath _, ApiError.NoSuchPage _ -> NOT_SERVED;
            case ApiError.AlreadyExists _ -> ALREADY_EXISTS;
            case ApiError.Conflict _ -> CONFLICT;
            case ApiError.NamespaceTerminating _ -> NAMESPACE_TERMINATING;
            case ApiError.ApplyConflict _,
                    ApiError.Invalid _,
                    ApiError.BadRequest _,
                    ApiError.Rejected _,
                    ApiError.Unauthorized _,
                    ApiError.Forbidden _,
                    ApiError.ForbiddenPath _,
                    ApiError.MethodNotAllowed _,
                    ApiError.NotAcceptable _,
                    ApiError.UnknownForm _,
                    ApiError.UnsupportedMediaType _,
                    ApiError.UnsupportedPatchType _,
                    ApiError.TooLarge _,
                    ApiError.Expired _ -> REFUSED;
            case ApiError.Postponed _ -> POSTPONED;
            case ApiError.Timeout _, ApiError.Unanswered _ -> NO_ANSWER;
            case ApiError.Internal _, ApiError.Unclassified _ -> FAILED;
        };
    }
}
