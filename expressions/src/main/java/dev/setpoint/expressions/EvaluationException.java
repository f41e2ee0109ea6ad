package dev.setpoint.expressions;

/// An expression has no value for what it was given: it divides by zero, or looks for a key that is not there.
public final class EvaluationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public EvaluationException(String message) {
        super(message, null, false, false);
    }
}
