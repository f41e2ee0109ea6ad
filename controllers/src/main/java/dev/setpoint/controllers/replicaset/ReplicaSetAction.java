package dev.setpoint.controllers.replicaset;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;

/// One step of a [ReplicaSetPlan]. Pods are named by the uid that was observed, never by name alone.
public sealed interface ReplicaSetAction {
    /// The set becomes the controller of a pod that has none.
    record Adopt(Pod pod) implements ReplicaSetAction {}

    /// The set is no longer among the owners of a pod.
    record Release(Pod pod) implements ReplicaSetAction {}

    /// All alike, from the set's template.
    record CreatePods(int count) implements ReplicaSetAction {}

    record DeletePods(List<Pod> pods) implements ReplicaSetAction {}
}
