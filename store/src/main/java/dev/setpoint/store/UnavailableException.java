package dev.setpoint.store;

/// A commit that was not taken: nothing of it was written, and trying again later is safe.
public final class UnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UnavailableException(String why) {
        super(why);
    }
}
