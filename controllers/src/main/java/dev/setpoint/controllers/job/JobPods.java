package dev.setpoint.controllers.job;

import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.Pods;
import dev.setpoint.machinery.time.Timestamps;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// What a Job asks of its pods.
final class JobPods {
    /// Holds a pod in the API until the job has counted it.
    static final String FINALIZER = "batch.kubernetes.io/job-tracking";
    static final String INDEX = "batch.kubernetes.io/job-completion-index";
    /// How often pods of the same index failed before this one.
    static final String FAILURES = "batch.kubernetes.io/job-index-failure-count";
    /// Likewise of failures that the failure policy lets pass.
    static final String IGNORED_FAILURES = "batch.kubernetes.io/job-index-ignored-failure-count";

    private JobPods() {}

    static boolean tracked(Pod pod) {
        List<String> finalizers = pod.getMetadata().getFinalizers();
        return finalizers != null && finalizers.contains(FINALIZER);
    }

    static boolean succeeded(Pod pod) {
        return Pods.phase(pod).equals("Succeeded");
    }

    /// Failed, or on its way out without having succeeded: an orphan never gets to say that it failed. A job
    /// that replaces only what has failed waits for the word.
    static boolean failed(Pod pod, Job job) {
        return Pods.phase(pod).equals("Failed")
                || (!JobTerms.replacesOnlyFailed(job) && Pods.deleting(pod) && !succeeded(pod));
    }

    static OptionalInt index(Pod pod) {
        String text = Metadata.annotation(pod, INDEX);
        return text.matches("[0-9]{1,9}") ? OptionalInt.of(Integer.parseInt(text)) : OptionalInt.empty();
    }

    /// Empty, too, for an index that the job does not have.
    static OptionalInt index(Pod pod, Job job) {
        OptionalInt index = index(pod);
        return index.isPresent() && index.getAsInt() < JobTerms.completions(job).orElse(0)
                ? index
                : OptionalInt.empty();
    }

    /// Whether a pod has a place in the job: every pod of a job without indexes does.
    static boolean placed(Pod pod, Job job) {
        return !JobTerms.indexed(job) || index(pod, job).isPresent();
    }

    static int failures(Pod pod) {
        return count(pod, FAILURES);
    }

    static int ignoredFailures(Pod pod) {
        return count(pod, IGNORED_FAILURES);
    }

    /// When its last container ended; else when it stopped being ready, when it was deleted, or at least when
    /// it was created.
    static Instant finishedAt(Pod pod) {
        return containersFinishedAt(pod)
                .or(() -> unreadySince(pod))
                .or(() -> deletedAt(pod))
                .orElseGet(() -> Metadata.created(pod));
    }

    private static Optional<Instant> containersFinishedAt(Pod pod) {
        if (pod.getStatus() == null) {
            return Optional.empty();
        }
        List<ContainerStatus> statuses = new ArrayList<>(pod.getStatus().getContainerStatuses());
        List<String> sidecars = Pods.sidecars(pod);
        pod.getStatus().getInitContainerStatuses().stream()
                .filter(status -> sidecars.contains(status.getName()))
                .forEach(statuses::add);
        List<Instant> times =
                statuses.stream().flatMap(status -> finishedAt(status).stream()).toList();
        return times.size() < statuses.size()
                ? Optional.empty()
                : times.stream().max(Instant::compareTo);
    }

    private static Optional<Instant> finishedAt(ContainerStatus status) {
        return Optional.ofNullable(status.getState())
                .map(state -> state.getTerminated())
                .map(terminated -> terminated.getFinishedAt())
                .flatMap(Timestamps::parse);
    }

    private static Optional<Instant> unreadySince(Pod pod) {
        if (pod.getStatus() == null) {
            return Optional.empty();
        }
        return pod.getStatus().getConditions().stream()
                .filter(condition -> "Ready".equals(condition.getType()) && "False".equals(condition.getStatus()))
                .findFirst()
                .map(condition -> condition.getLastTransitionTime())
                .flatMap(Timestamps::parse);
    }

    private static Optional<Instant> deletedAt(Pod pod) {
        return Optional.ofNullable(pod.getMetadata().getDeletionTimestamp())
                .flatMap(Timestamps::parse)
                .map(end -> end.minusSeconds(Metadata.orZero(pod.getMetadata().getDeletionGracePeriodSeconds())));
    }

    private static int count(Pod pod, String annotation) {
        String text = Metadata.annotation(pod, annotation);
        return text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : 0;
    }
}
