package dev.setpoint.base;

/// An action that has yet to happen.
public interface Timer {
    /// False when it has already happened or was cancelled before.
    boolean cancel();
}
