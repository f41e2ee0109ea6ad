package dev.setpoint.controllers.job;

import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.machinery.time.Timestamps;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobCondition;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// What a Job asks for, and how far it says it is.
public final class JobTerms {
    static final String COMPLETE = "Complete";
    static final String FAILED = "Failed";
    static final String FAILURE_TARGET = "FailureTarget";
    static final String SUCCESS_CRITERIA_MET = "SuccessCriteriaMet";
    static final String SUSPENDED = "Suspended";

    private static final int DEFAULT_BACKOFF_LIMIT = 6;
    private static final String CONTROLLER = "kubernetes.io/job-controller";

    private JobTerms() {}

    static boolean indexed(Job job) {
        return "Indexed".equals(job.getSpec().getCompletionMode());
    }

    /// Empty when the first success is enough.
    static OptionalInt completions(Job job) {
        return number(job.getSpec().getCompletions());
    }

    static int parallelism(Job job) {
        return number(job.getSpec().getParallelism()).orElse(1);
    }

    static int backoffLimit(Job job) {
        return number(job.getSpec().getBackoffLimit()).orElse(DEFAULT_BACKOFF_LIMIT);
    }

    static OptionalInt backoffLimitPerIndex(Job job) {
        return indexed(job) ? number(job.getSpec().getBackoffLimitPerIndex()) : OptionalInt.empty();
    }

    static boolean suspended(Job job) {
        return Boolean.TRUE.equals(job.getSpec().getSuspend());
    }

    /// Whether a pod on its way out still counts as there, until it has come to its end.
    static boolean replacesOnlyFailed(Job job) {
        return "Failed".equals(job.getSpec().getPodReplacementPolicy())
                || job.getSpec().getPodFailurePolicy() != null;
    }

    static boolean managedElsewhere(Job job) {
        String manager = job.getSpec().getManagedBy();
        return manager != null && !manager.equals(CONTROLLER);
    }

    /// Complete or failed: nothing will change any more.
    public static boolean finished(Job job) {
        return finish(job).isPresent();
    }

    /// The condition that says how it ended.
    public static Optional<JobCondition> finish(Job job) {
        return condition(job, COMPLETE).or(() -> condition(job, FAILED));
    }

    /// The condition of a type, where it holds.
    static Optional<JobCondition> condition(Job job, String type) {
        return conditions(job).stream()
                .filter(condition -> type.equals(condition.getType()) && "True".equals(condition.getStatus()))
                .findFirst();
    }

    static List<JobCondition> conditions(Job job) {
        return job.getStatus() == null ? List.of() : job.getStatus().getConditions();
    }

    /// Since when it has been active; empty before it was, and while it is suspended.
    static Optional<Instant> started(Job job) {
        return Optional.ofNullable(job.getStatus())
                .map(status -> status.getStartTime())
                .flatMap(Timestamps::parse);
    }

    static int succeeded(Job job) {
        return job.getStatus() == null ? 0 : Metadata.orZero(job.getStatus().getSucceeded());
    }

    static int failed(Job job) {
        return job.getStatus() == null ? 0 : Metadata.orZero(job.getStatus().getFailed());
    }

    /// The uids of pods that were noted as succeeded and not yet counted.
    static List<String> notedSucceeded(Job job) {
        return job.getStatus() == null || job.getStatus().getUncountedTerminatedPods() == null
                ? List.of()
                : job.getStatus().getUncountedTerminatedPods().getSucceeded();
    }

    /// Likewise of those that failed.
    static List<String> notedFailed(Job job) {
        return job.getStatus() == null || job.getStatus().getUncountedTerminatedPods() == null
                ? List.of()
                : job.getStatus().getUncountedTerminatedPods().getFailed();
    }

    private static OptionalInt number(@Nullable Integer number) {
        return number == null ? OptionalInt.empty() : OptionalInt.of(number);
    }
}
