package dev.setpoint.machinery.schema;

/// A value does not have the type that its schema asks for. The message is meant for whoever sent it.
public final class WrongTypeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public WrongTypeException(String message) {
        super(message, null, false, false);
    }
}
