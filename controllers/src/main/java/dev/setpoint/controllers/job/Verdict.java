package dev.setpoint.controllers.job;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobCondition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// How a job ends. Once told in its status, by a condition that comes before the final one, it stands.
sealed interface Verdict {
    String reason();

    String message();

    /// The condition that announces it.
    String target();

    /// The condition that it comes to.
    String end();

    record Success(String reason, String message) implements Verdict {
        @Override
        public String target() {
            return JobTerms.SUCCESS_CRITERIA_MET;
        }

        @Override
        public String end() {
            return JobTerms.COMPLETE;
        }
    }

    record Failure(String reason, String message) implements Verdict {
        @Override
        public String target() {
            return JobTerms.FAILURE_TARGET;
        }

        @Override
        public String end() {
            return JobTerms.FAILED;
        }
    }

    Verdict COMPLETIONS_REACHED = new Success("CompletionsReached", "Reached expected number of succeeded pods");

    /// What is told already comes first, then failures, then the success policy. Reaching the completions is not
    /// among them: that is known only when the pods have been seen to.
    ///
    /// @param untilDeadline how long the job may still be active; empty where there is no limit
    static Optional<Verdict> of(Job job, Progress progress, Optional<Duration> untilDeadline) {
        return told(job)
                .or(() -> failureOfAPod(job, progress.pods()))
                .or(() -> backoff(job, progress))
                .or(() -> untilDeadline
                        .filter(left -> !left.isPositive())
                        .map(_ -> new Failure("DeadlineExceeded", "Job was active longer than specified deadline")))
                .or(() -> failedIndexes(job, progress))
                .or(() -> JobTerms.indexed(job)
                        ? SuccessPolicy.met(job, progress.complete())
                                .map(message -> new Success("SuccessPolicy", message))
                        : Optional.empty());
    }

    /// @param start when the job began to be active
    static Optional<Duration> untilDeadline(Job job, Instant start, Instant now) {
        Long seconds = job.getSpec().getActiveDeadlineSeconds();
        return seconds == null || JobTerms.suspended(job)
                ? Optional.empty()
                : Optional.of(Duration.between(now, start.plusSeconds(seconds)));
    }

    private static Optional<Verdict> told(Job job) {
        return JobTerms.condition(job, JobTerms.SUCCESS_CRITERIA_MET)
                .<Verdict>map(told -> new Success(text(told.getReason()), text(told.getMessage())))
                .or(() -> JobTerms.condition(job, JobTerms.FAILURE_TARGET)
                        .map((JobCondition told) -> new Failure(text(told.getReason()), text(told.getMessage()))));
    }

    private static String text(@Nullable String text) {
        return text == null ? "" : text;
    }

    private static Optional<Verdict> failureOfAPod(Job job, List<Pod> pods) {
        return pods.stream()
                .filter(pod -> JobPods.failed(pod, job))
                .flatMap(pod -> FailurePolicy.of(job, pod) instanceof FailurePolicy.Meaning.FailsJob(var message)
                        ? Stream.of(message)
                        : Stream.empty())
                .findFirst()
                .map(message -> new Failure("PodFailurePolicy", message));
    }

    private static Optional<Verdict> backoff(Job job, Progress progress) {
        boolean reached = progress.failed() > JobTerms.backoffLimit(job) || restartsReachLimit(job, progress.pods());
        return reached
                ? Optional.of(new Failure("BackoffLimitExceeded", "Job has reached the specified backoff limit"))
                : Optional.empty();
    }

    /// Containers that are restarted in their pod count one by one.
    private static boolean restartsReachLimit(Job job, List<Pod> pods) {
        if (!"OnFailure".equals(job.getSpec().getTemplate().getSpec().getRestartPolicy())) {
            return false;
        }
        long restarts = pods.stream()
                .filter(pod -> pod.getStatus() != null
                        && List.of("Running", "Pending")
                                .contains(pod.getStatus().getPhase()))
                .flatMap(pod -> Stream.concat(
                        pod.getStatus().getInitContainerStatuses().stream(),
                        pod.getStatus().getContainerStatuses().stream()))
                .mapToLong(status -> status.getRestartCount() == null ? 0 : status.getRestartCount())
                .sum();
        return restarts >= Math.max(1, JobTerms.backoffLimit(job));
    }

    private static Optional<Verdict> failedIndexes(Job job, Progress progress) {
        int failed = progress.failedIndexes().map(CompletionIndexes::total).orElse(0);
        Integer most = job.getSpec().getMaxFailedIndexes();
        if (most != null && failed > most) {
            return Optional.of(new Failure(
                    "MaxFailedIndexesExceeded", "Job has exceeded the specified maximal number of failed indexes"));
        }
        boolean none = failed + progress.complete().total()
                >= JobTerms.completions(job).orElse(Integer.MAX_VALUE);
        return failed > 0 && none
                ? Optional.of(new Failure("FailedIndexes", "Job has failed indexes"))
                : Optional.empty();
    }
}
