package dev.setpoint.scheduler;

import dev.setpoint.scheduler.queue.QueuedPod;

/// How the writing of a decision ended.
sealed interface Outcome {
    /// The API has it, or nothing is left to be done about it.
    record Done() implements Outcome {}

    /// The pod was not bound; whether it is tried again depends on what the API shows of it.
    record NotBound(QueuedPod pod) implements Outcome {}
}
