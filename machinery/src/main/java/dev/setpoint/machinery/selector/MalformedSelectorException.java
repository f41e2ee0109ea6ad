package dev.setpoint.machinery.selector;

/// The text or object is no selector. The message is meant for whoever sent it.
public final class MalformedSelectorException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public MalformedSelectorException(String message) {
        super(message);
    }
}
