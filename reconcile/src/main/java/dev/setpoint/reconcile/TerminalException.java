package dev.setpoint.reconcile;

/// Trying again cannot help: only a change of the object can. Reported and counted, not retried.
public final class TerminalException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public TerminalException(String message) {
        super(message);
    }

    public TerminalException(String message, Throwable cause) {
        super(message, cause);
    }
}
