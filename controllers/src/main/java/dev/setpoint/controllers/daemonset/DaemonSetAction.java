package dev.setpoint.controllers.daemonset;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;

/// One step of a [DaemonSetPlan]. Pods are named by the uid that was observed, never by name alone.
sealed interface DaemonSetAction {
    /// The set becomes the controller of a pod that has none.
    record Adopt(Pod pod) implements DaemonSetAction {}

    /// The set is no longer among the owners of a pod.
    record Release(Pod pod) implements DaemonSetAction {}

    /// People are told that a daemon has ended and will be replaced.
    record TellEnd(Pod pod, String node) implements DaemonSetAction {}

    record CreatePods(List<Pod> pods) implements DaemonSetAction {}

    record DeletePods(List<Pod> pods) implements DaemonSetAction {}
}
