package dev.setpoint.controllers.job;

import dev.setpoint.controllers.workload.ControllerReferences;
import dev.setpoint.controllers.workload.DeletionOrder;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.PodWriter;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/// What to do about the pods of a Job.
///
/// @param actions in the order in which they are to be executed; at most one of them ends, discards or creates
///     pods
/// @param verdict how the job ends, when it does and the actions succeed
/// @param started since when the job is active; empty while it is suspended
/// @param checkAgain when to look again though nothing happens
record JobPlan(
        List<JobAction> actions,
        Progress progress,
        Optional<Verdict> verdict,
        Optional<Instant> started,
        Optional<Duration> checkAgain) {
    JobPlan {
        actions = List.copyOf(actions);
    }

    /// @param candidates the pods that the job controls and the pods of its namespace that nobody controls
    static JobPlan plan(Job job, List<Pod> candidates, Instant now) {
        List<JobAction> actions = new ArrayList<>();
        Progress progress = Progress.of(job, claimed(job, candidates, actions));
        Optional<Instant> started =
                JobTerms.started(job).or(() -> JobTerms.suspended(job) ? Optional.empty() : Optional.of(now));
        Optional<Duration> untilDeadline = started.flatMap(start -> Verdict.untilDeadline(job, start, now));
        Optional<Verdict> verdict = Verdict.of(job, progress, untilDeadline);
        if (verdict.isPresent()) {
            if (!progress.active().isEmpty()) {
                if (JobTerms.condition(job, verdict.get().target()).isEmpty()) {
                    actions.add(new JobAction.Announce(verdict.get()));
                }
                actions.add(new JobAction.EndPods(progress.active()));
            }
            return new JobPlan(actions, progress, verdict, started, Optional.empty());
        }
        Next next = Metadata.deleting(job) ? Next.NOTHING : next(job, progress, now);
        next.action().ifPresent(actions::add);
        Optional<Duration> checkAgain =
                Stream.concat(untilDeadline.stream(), next.again().stream()).min(Duration::compareTo);
        return new JobPlan(actions, progress, reached(job, progress, next), started, checkAgain);
    }

    boolean adopts() {
        return actions.stream().anyMatch(JobAction.Adopt.class::isInstance);
    }

    /// What keeps the number of active pods where it should be.
    ///
    /// @param again when a failure has been atoned for
    private record Next(Optional<JobAction> action, Optional<Duration> again) {
        static final Next NOTHING = new Next(Optional.empty(), Optional.empty());

        static Next waiting(Duration wait) {
            return new Next(Optional.empty(), Optional.of(wait));
        }
    }

    private static List<Pod> claimed(Job job, List<Pod> candidates, List<JobAction> actions) {
        List<Pod> pods = new ArrayList<>();
        for (Pod pod : candidates) {
            switch (ControllerReferences.claim(job, job.getSpec().getSelector(), pod)) {
                case KEEP -> pods.add(pod);
                case ADOPT -> {
                    actions.add(new JobAction.Adopt(pod));
                    pods.add(tracked(pod));
                }
                case RELEASE -> actions.add(new JobAction.Release(pod));
                case IGNORE -> {}
            }
        }
        return pods;
    }

    private static Pod tracked(Pod pod) {
        return JobPods.tracked(pod)
                ? pod
                : new PodBuilder(pod)
                        .editMetadata()
                        .addToFinalizers(JobPods.FINALIZER)
                        .endMetadata()
                        .build();
    }

    private static Optional<Verdict> reached(Job job, Progress progress, Next next) {
        int discarded = next.action().orElse(null) instanceof JobAction.DiscardPods(var pods) ? pods.size() : 0;
        boolean idle =
                progress.active().size() == discarded && !(next.action().orElse(null) instanceof JobAction.CreatePods);
        boolean enough = progress.succeeded() >= JobTerms.completions(job).orElse(1);
        return enough && idle ? Optional.of(Verdict.COMPLETIONS_REACHED) : Optional.empty();
    }

    private static Next next(Job job, Progress progress, Instant now) {
        int active = progress.active().size();
        int wanted = wanted(job, progress);
        List<Pod> surplus = surplus(job, progress.active(), Math.max(0, active - wanted), now);
        if (!surplus.isEmpty()) {
            return new Next(Optional.of(new JobAction.DiscardPods(surplus)), Optional.empty());
        }
        int leaving = JobTerms.replacesOnlyFailed(job) ? progress.terminating().size() : 0;
        int missing = wanted - leaving - active;
        return missing > 0 ? create(job, progress, Math.min(missing, PodWriter.BURST), now) : Next.NOTHING;
    }

    private static int wanted(Job job, Progress progress) {
        if (JobTerms.suspended(job)) {
            return 0;
        }
        OptionalInt completions = JobTerms.completions(job);
        if (completions.isEmpty()) {
            // After the first success what runs may run on, and nothing is begun.
            return progress.succeeded() > 0 ? progress.active().size() : JobTerms.parallelism(job);
        }
        return Math.max(0, Math.min(completions.getAsInt() - progress.succeeded(), JobTerms.parallelism(job)));
    }

    private static Next create(Job job, Progress progress, int missing, Instant now) {
        boolean eachForItself = JobTerms.backoffLimitPerIndex(job).isPresent();
        Duration wait = eachForItself ? Duration.ZERO : JobBackoff.remaining(job, progress.pods(), now);
        if (wait.isPositive()) {
            return Next.waiting(wait);
        }
        if (!JobTerms.indexed(job)) {
            return new Next(Optional.of(new JobAction.CreatePods(JobTemplates.alike(job, missing))), Optional.empty());
        }
        List<Pod> pods = new ArrayList<>();
        List<Duration> waits = new ArrayList<>();
        for (int index : pending(job, progress, missing)) {
            Optional<Pod> before = Optional.ofNullable(progress.predecessors().get(index));
            Duration ofIndex = before.map(pod -> JobBackoff.remaining(pod, now)).orElse(Duration.ZERO);
            if (ofIndex.isPositive()) {
                waits.add(ofIndex);
            } else {
                pods.add(JobTemplates.ofIndex(job, index, before));
            }
        }
        return new Next(
                pods.isEmpty() ? Optional.empty() : Optional.of(new JobAction.CreatePods(pods)),
                waits.stream().min(Duration::compareTo));
    }

    /// The first indexes that have neither a pod nor a result.
    private static List<Integer> pending(Job job, Progress progress, int count) {
        CompletionIndexes settled = progress.complete()
                .union(progress.failedIndexes().orElse(CompletionIndexes.NONE))
                .with(Progress.indexes(progress.active()));
        CompletionIndexes taken =
                JobTerms.replacesOnlyFailed(job) ? settled.with(Progress.indexes(progress.terminating())) : settled;
        return taken.missing(count, JobTerms.completions(job).orElse(0));
    }

    /// Pods without a place and all but one of each index go in any case, then as many as it takes.
    private static List<Pod> surplus(Job job, List<Pod> active, int atLeast, Instant now) {
        List<Pod> surplus = new ArrayList<>();
        List<Pod> rest = new ArrayList<>();
        if (JobTerms.indexed(job)) {
            Map<Integer, List<Pod>> byIndex = new LinkedHashMap<>();
            for (Pod pod : active) {
                JobPods.index(pod, job)
                        .ifPresentOrElse(
                                index -> byIndex.computeIfAbsent(index, _ -> new ArrayList<>())
                                        .add(pod),
                                () -> surplus.add(pod));
            }
            for (List<Pod> same : byIndex.values()) {
                List<Pod> ordered = DeletionOrder.first(same.size(), same, List.of(), now);
                surplus.addAll(ordered.subList(0, ordered.size() - 1));
                rest.add(ordered.getLast());
            }
        } else {
            rest.addAll(active);
        }
        surplus.addAll(DeletionOrder.first(Math.max(0, atLeast - surplus.size()), rest, List.of(), now));
        return surplus;
    }
}
