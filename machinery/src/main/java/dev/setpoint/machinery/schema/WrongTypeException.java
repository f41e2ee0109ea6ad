package dev.setpoint.machinery.schema;

/// A value does not have the type that its schema asks for. The message is meant for whoever sent it.
public final class WrongTypeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String restoring;

    /// @param restoring the sentence with which Kubernetes refuses the same value in a merged object
    public WrongTypeException(String message, String restoring) {
        super(message, null, false, false);
        this.restoring = restoring;
    }

    /// For a text that is no time, no quantity or no base64.
    static WrongTypeException malformed(String message) {
        return new WrongTypeException(message, message);
    }

    public String restoring() {
        return restoring;
    }
}
