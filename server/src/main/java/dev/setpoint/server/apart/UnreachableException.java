package dev.setpoint.server.apart;

/// The server cannot be reached, or does not know who asks; the message says which, for people.
public final class UnreachableException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnreachableException(String message) {
        super(message);
    }
}
