package dev.setpoint.base;

/// What carries a task. The baton scheduler treats both alike.
public enum TaskKind {
    /// A virtual thread: requests, watches, anything there may be thousands of. No file I/O and no native
    /// call.
    LIGHT,
    /// A platform thread: the store's writer, controller workers, the scheduler.
    DEDICATED
}
