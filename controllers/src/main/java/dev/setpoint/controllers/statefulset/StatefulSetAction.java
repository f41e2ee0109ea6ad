package dev.setpoint.controllers.statefulset;

import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;

/// One step of a [StatefulSetPlan].
sealed interface StatefulSetAction {
    /// The set becomes the controller of a pod that has none.
    record Adopt(Pod pod) implements StatefulSetAction {}

    /// The set is no longer among the owners of a pod.
    record Release(Pod pod) implements StatefulSetAction {}

    /// @param pod the name of the pod that needs it
    record CreateClaim(PersistentVolumeClaim claim, String pod) implements StatefulSetAction {}

    /// Only its owners differ: they say when the claim goes.
    record UpdateClaim(PersistentVolumeClaim claim) implements StatefulSetAction {}

    record CreatePod(Pod pod) implements StatefulSetAction {}

    /// Only its labels differ: they say who it is.
    record UpdatePod(Pod pod) implements StatefulSetAction {}

    record DeletePod(Pod pod) implements StatefulSetAction {}
}
