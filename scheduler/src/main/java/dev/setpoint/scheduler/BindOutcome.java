package dev.setpoint.scheduler;

import dev.setpoint.scheduler.queue.QueuedPod;
import dev.setpoint.scheduler.volume.VolumeBindings;

/// How the writing of a decision ended.
sealed interface BindOutcome {
    /// The API has it, or nothing is left to be done about it.
    record Done() implements BindOutcome {}

    /// The pod was not bound; whether it is tried again depends on what the API shows of it.
    record NotBound(QueuedPod pod) implements BindOutcome {}

    /// The API knows which volumes the pod's claims are to have. They come when they come.
    record Provided(QueuedPod pod, String node, VolumeBindings plan) implements BindOutcome {}

    /// Another was faster, or the API did not take it.
    record NotProvided(QueuedPod pod, VolumeBindings plan) implements BindOutcome {}

    /// All that are to leave for the pod have been told so.
    record PushedOut(QueuedPod pod) implements BindOutcome {}

    /// Not all of them have.
    record NotEvicted(QueuedPod pod) implements BindOutcome {}
}
