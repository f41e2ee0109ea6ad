package dev.setpoint.reconcile.queue;

/// In which order keys leave the queue; within one priority, first come, first served.
///
/// Strict: nothing of a lower priority leaves while something of a higher one waits, so a resync never delays
/// a change.
public enum Priority {
    /// Before everything else: somebody is waiting.
    URGENT,
    /// A change.
    NORMAL,
    /// A look without a cause: the objects found at start, a resync.
    BACKGROUND
}
