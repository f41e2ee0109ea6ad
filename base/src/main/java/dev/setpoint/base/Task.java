package dev.setpoint.base;

import java.time.Duration;

/// A running body of code with an owner.
public interface Task {
    String name();

    /// Asks the task to end: its next primitive that may wait throws
    /// [java.util.concurrent.CancellationException], and so do all later ones.
    void cancel();

    /// Waits for the end; false when the deadline came first.
    boolean join(Duration deadline);

    boolean done();
}
