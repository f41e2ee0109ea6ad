package dev.setpoint.base.baton;

/// Tasks wake one another without end, while virtual time stands still.
public final class NoRestException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    NoRestException(String message) {
        super(message);
    }
}
