package dev.setpoint.machinery.quantity;

/// The text is no quantity. The message is meant for whoever sent it.
public final class MalformedQuantityException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public MalformedQuantityException(String message) {
        super(message);
    }
}
