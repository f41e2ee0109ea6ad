package dev.setpoint.expressions;

/// A text is no expression of the language, or mentions what is not there. The message is meant for its author.
public final class MalformedExpressionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public MalformedExpressionException(String message) {
        super(message, null, false, false);
    }
}
