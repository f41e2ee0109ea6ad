package dev.setpoint.machinery.time;

/// The text is no time. The message is meant for whoever sent it.
public final class MalformedTimeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public MalformedTimeException(String message) {
        super(message);
    }
}
