package dev.setpoint.apiserver.pipeline;

/// The client is gone, or too slow to be waited for: nobody is there to be answered.
public final class BrokenOffException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public BrokenOffException(String why, Throwable cause) {
        super(why, cause);
    }

    public BrokenOffException(String why) {
        super(why, null, false, false);
    }
}
