package dev.setpoint.controllers.workload;

import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.Status;

/// Tells apart the failures that a loop expects.
public final class Failures {
    private Failures() {}

    public static boolean notFound(ApiException failure) {
        return failure.error() instanceof ApiError.NotFound;
    }

    /// The server does not serve such a thing.
    public static boolean noSuchPath(ApiException failure) {
        return failure.error() instanceof ApiError.NoSuchPath;
    }

    /// The object is no longer there, or another has taken its name.
    public static boolean gone(ApiException failure) {
        return notFound(failure) || failure.error() instanceof ApiError.Conflict;
    }

    public static boolean alreadyExists(ApiException failure) {
        return failure.error() instanceof ApiError.AlreadyExists;
    }

    /// As clients see it.
    public static String message(ApiException failure) {
        return Status.of(failure.error()).message();
    }

    /// Nothing can be created where everything is being deleted: not worth a word.
    public static boolean namespaceTerminating(ApiException failure) {
        return failure.error() instanceof ApiError.Forbidden(var _, var _, var why)
                && why.startsWith("unable to create new content in namespace ");
    }
}
