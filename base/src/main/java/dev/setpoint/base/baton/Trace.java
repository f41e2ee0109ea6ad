package dev.setpoint.base.baton;

/// Told everything that the scheduler decides, one line each. Two runs with equal lines were the same run.
@FunctionalInterface
public interface Trace {
    void line(String text);

    /// Nobody listens, so that the scheduler need not write the lines at all.
    Trace NONE = _ -> {};
}
