package dev.setpoint.controllers.ttlafterfinished;

import dev.setpoint.controllers.job.JobTerms;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.machinery.time.Timestamps;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// How long a job is kept.
final class TtlPlan {
    private TtlPlan() {}

    /// How long it has left, not positive when its time is up; empty when nothing ends it.
    static Optional<Duration> left(Job job, Instant now) {
        Integer seconds = job.getSpec().getTtlSecondsAfterFinished();
        if (seconds == null || Metadata.deleting(job)) {
            return Optional.empty();
        }
        return JobTerms.finish(job)
                .flatMap(end -> Timestamps.parse(end.getLastTransitionTime()))
                .map(end -> Duration.between(now, end.plusSeconds(seconds)));
    }
}
