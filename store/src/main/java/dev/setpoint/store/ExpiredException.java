package dev.setpoint.store;

/// A revision that is not retained any more, or that has not been reached.
public final class ExpiredException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long requested;
    private final long oldest;

    public ExpiredException(long requested, long oldest) {
        super("revision " + requested + " is not retained (oldest: " + oldest + ")");
        this.requested = requested;
        this.oldest = oldest;
    }

    public long requested() {
        return requested;
    }

    public long oldest() {
        return oldest;
    }
}
