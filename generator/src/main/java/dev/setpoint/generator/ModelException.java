package dev.setpoint.generator;

/// Two sources contradict one another: somebody has to look.
final class ModelException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ModelException(String message) {
        super(message);
    }
}
