package dev.setpoint.controllers.job;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;

/// One step of a [JobPlan]. Whatever concerns the counting of pods follows in [FinishedPodCount].
sealed interface JobAction {
    /// The job becomes the controller of a pod that has none, and tracks it.
    record Adopt(Pod pod) implements JobAction {}

    /// The job is no longer among the owners of a pod, and no longer tracks it.
    record Release(Pod pod) implements JobAction {}

    /// Says in the job's status how it will end, before its pods are ended: they would look like failures to
    /// whoever comes next.
    record Announce(Verdict verdict) implements JobAction {}

    /// Pods of a job that has come to its end: they stay in the API until they are counted.
    record EndPods(List<Pod> pods) implements JobAction {}

    /// Pods that the job has too many of: they are let go first, so that their end is nobody's failure.
    record DiscardPods(List<Pod> pods) implements JobAction {}

    record CreatePods(List<Pod> pods) implements JobAction {}
}
