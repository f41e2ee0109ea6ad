package dev.setpoint.base.baton;

import java.util.Optional;

/// Tasks ran on and on while no virtual time passed, beyond the limit of steps: a loop without end.
public final class NoRestException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    NoRestException(String message) {
        super(message);
    }

    /// Whether this, or what it comes from, is one.
    public static Optional<NoRestException> in(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof NoRestException found) {
                return Optional.of(found);
            }
        }
        return Optional.empty();
    }
}
