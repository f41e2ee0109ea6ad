package dev.setpoint.machinery.yaml;

/// The text is not YAML, has no JSON equivalent, or exceeds a limit. The message is meant for whoever sent it.
public final class MalformedYamlException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public MalformedYamlException(String message) {
        super(message);
    }
}
