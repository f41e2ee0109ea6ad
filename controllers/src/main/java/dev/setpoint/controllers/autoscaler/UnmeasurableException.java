package dev.setpoint.controllers.autoscaler;

/// A metric says nothing that can be used, for the reason in the message, in Kubernetes' words.
final class UnmeasurableException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnmeasurableException(String message) {
        super(message, null, false, false);
    }

    String why() {
        return String.valueOf(getMessage());
    }
}
