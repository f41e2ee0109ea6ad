package dev.setpoint.machinery.protobuf;

/// The body is not the protobuf that it claims to be. The message is meant for whoever sent it.
public final class MalformedProtobufException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public MalformedProtobufException(String message) {
        super(message);
    }
}
