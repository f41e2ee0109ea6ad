package dev.setpoint.machinery.json;

/// The text is not JSON, or exceeds a limit. The message is meant for whoever sent it.
public final class MalformedJsonException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public MalformedJsonException(String message) {
        super(message);
    }
}
