package dev.setpoint.scheduler.cluster;

/// Knows which pods belong with a pod: those of its Services and of the controller that made it.
@FunctionalInterface
public interface Siblings {
    Siblings UNKNOWN = _ -> PodSelector.ALL;

    /// Empty when the pod belongs to nothing.
    PodSelector of(PendingPod pod);
}
