package dev.setpoint.controllers.job;

import dev.setpoint.controllers.workload.Pods;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// How long a job waits before it tries again: ten seconds after a failure, doubling with each further one up
/// to ten minutes; a success ends the row.
///
/// The row is read off the pods that are there, counted or not, so that it outlives whoever runs the job.
final class JobBackoff {
    private static final Duration FIRST = Duration.ofSeconds(10);
    private static final Duration LONGEST = Duration.ofMinutes(10);

    private JobBackoff() {}

    /// For the job as a whole.
    static Duration remaining(Job job, List<Pod> pods, Instant now) {
        Optional<Instant> success = pods.stream()
                .filter(JobPods::succeeded)
                .map(JobPods::finishedAt)
                .max(Comparator.naturalOrder());
        List<Instant> failures = pods.stream()
                .filter(pod -> failed(pod, job))
                .map(JobPods::finishedAt)
                .filter(time -> success.isEmpty() || time.isAfter(success.get()))
                .sorted()
                .toList();
        return failures.isEmpty() ? Duration.ZERO : remaining(failures.size(), failures.getLast(), now);
    }

    /// For one index.
    ///
    /// @param last the pod of the index that failed last
    static Duration remaining(Pod last, Instant now) {
        return remaining(JobPods.failures(last) + JobPods.ignoredFailures(last) + 1, JobPods.finishedAt(last), now);
    }

    /// A pod that was sent away, because the job was suspended or made smaller, has lost its finalizer first
    /// and is no failure, however it ends.
    private static boolean failed(Pod pod, Job job) {
        return JobPods.failed(pod, job) && (JobPods.tracked(pod) || !Pods.deleting(pod));
    }

    private static Duration remaining(int failures, Instant last, Instant now) {
        Duration delay = FIRST;
        for (int doubled = 1; doubled < failures && delay.compareTo(LONGEST) < 0; doubled++) {
            delay = delay.multipliedBy(2);
        }
        Duration capped = delay.compareTo(LONGEST) < 0 ? delay : LONGEST;
        Duration left = Duration.between(now, last.plus(capped));
        return left.isNegative() ? Duration.ZERO : left;
    }
}
