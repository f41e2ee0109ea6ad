package dev.setpoint.controllers.workload;

import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.Status;
import java.util.regex.Pattern;

/// Tells apart the failures that a loop expects.
public final class Failures {
    /// How a server refuses to touch an object that is not the one that was meant; it has two sentences for it.
    private static final Pattern OTHER_UID = Pattern.compile("UID in (the )?precondition");

    private Failures() {}

    public static boolean notFound(ApiException failure) {
        return failure.error() instanceof ApiError.NotFound;
    }

    /// The server does not serve such a thing.
    public static boolean noSuchPath(ApiException failure) {
        return failure.error() instanceof ApiError.NoSuchPath;
    }

    /// The object is no longer there: nothing has its name, or another does. Any other conflict says only that
    /// nothing was written.
    public static boolean gone(ApiException failure) {
        return notFound(failure)
                || (failure.error() instanceof ApiError.Conflict(var _, var _, var why)
                        && OTHER_UID.matcher(why).find());
    }

    /// Somebody was faster: what was to be written no longer fits what is there, if anything is.
    public static boolean outdated(ApiException failure) {
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
