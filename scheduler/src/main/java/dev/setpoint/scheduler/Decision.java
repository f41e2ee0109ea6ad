package dev.setpoint.scheduler;

import dev.setpoint.scheduler.queue.QueuedPod;

/// What the scheduler's task decided about a pod and others are to write.
sealed interface Decision {
    /// It goes to this node.
    record Bind(QueuedPod pod, String node) implements Decision {}

    /// It has to wait; people are told why.
    record Explain(QueuedPod pod, String why) implements Decision {}
}
