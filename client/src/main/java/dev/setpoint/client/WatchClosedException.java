package dev.setpoint.client;

/// The stream ended, in order or by accident. Whoever follows it opens another.
public final class WatchClosedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public WatchClosedException(String why) {
        super(why, null, false, false);
    }
}
