package dev.setpoint.controllers.job;

import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.Pods;
import dev.setpoint.machinery.time.Timestamps;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatus;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatusBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Counts the pods of a job, each once, in three steps that may each be the last of a process:
///
///     noted()                   the uids of pods that have ended are in the status
///     letGo()                   their finalizers go, and with them, maybe, the pods
///     booked(those let go)      the notes become part of the counts, and the job may end
///
/// Whoever finds a note whose pod has no finalizer counts it; whoever finds one whose pod still has it lets the
/// pod go first.
final class FinishedPodCount {
    /// Keeps a status below some 20 KB, and one job from holding up the others.
    private static final int MOST_NOTES = 500;

    private final Job job;
    private final Progress progress;
    private final Optional<Verdict> verdict;
    private final Tally tally;
    private final Instant now;
    private final Set<String> tracked = new TreeSet<>();
    private final List<Pod> letGo = new ArrayList<>();
    private final JobConditions conditions;
    private final List<String> notedSucceeded;
    private final List<String> notedFailed;
    private Optional<Instant> started;
    private int succeeded;
    private int failed;
    private boolean full;
    private Optional<String> announcement = Optional.empty();
    private @Nullable String completionTime;

    /// What the job has after its pods were seen to.
    record Tally(int active, int ready, int terminating) {}

    FinishedPodCount(Job job, JobPlan plan, Optional<Verdict> verdict, Tally tally, Instant now) {
        this.job = job;
        this.progress = plan.progress();
        this.verdict = verdict;
        this.tally = tally;
        this.now = now;
        this.started = plan.started();
        this.conditions = new JobConditions(job, now);
        this.notedSucceeded = new ArrayList<>(JobTerms.notedSucceeded(job));
        this.notedFailed = new ArrayList<>(JobTerms.notedFailed(job));
        this.succeeded = JobTerms.succeeded(job);
        this.failed = JobTerms.failed(job);
        progress.pods().stream().filter(JobPods::tracked).forEach(pod -> tracked.add(Metadata.uid(pod)));
        count();
        note();
        verdict.ifPresentOrElse(conditions::announce, this::suspendOrResume);
    }

    /// The status to be written first.
    JobStatus noted() {
        return status();
    }

    /// The pods whose finalizers may go once that is written.
    List<Pod> letGo() {
        return letGo;
    }

    /// `Suspended` or `Resumed`, when the job has just become so.
    Optional<String> announcement() {
        return announcement;
    }

    /// The status to be written when finalizers are gone.
    ///
    /// @param released the uids of the pods that have lost theirs
    JobStatus booked(Collection<String> released) {
        released.forEach(tracked::remove);
        count();
        verdict.filter(_ -> mayEnd()).ifPresent(end -> {
            conditions.put(end.end(), "True", end.reason(), end.message());
            completionTime = end instanceof Verdict.Success ? Timestamps.seconds(now) : null;
        });
        return status();
    }

    private boolean mayEnd() {
        return !full && notedSucceeded.isEmpty() && notedFailed.isEmpty() && tally.terminating == 0;
    }

    private void count() {
        succeeded += notedSucceeded.size();
        notedSucceeded.removeIf(uid -> !tracked.contains(uid));
        succeeded -= notedSucceeded.size();
        failed += notedFailed.size();
        notedFailed.removeIf(uid -> !tracked.contains(uid));
        failed -= notedFailed.size();
    }

    private void note() {
        int indexes = 0;
        for (Pod pod : progress.pods()) {
            if (!JobPods.tracked(pod) || !mayGo(pod)) {
                continue;
            }
            letGo.add(pod);
            String uid = Metadata.uid(pod);
            boolean knownFailed = notedFailed.contains(uid);
            if (JobPods.succeeded(pod) && !knownFailed) {
                if (!JobTerms.indexed(job)) {
                    noteOnce(notedSucceeded, uid);
                } else if (JobPods.index(pod, job).isPresent()
                        && !progress.booked().contains(JobPods.index(pod, job).getAsInt())) {
                    indexes++; // The index itself keeps it from being counted again.
                }
            } else if (!knownFailed && countsAsFailed(pod)) {
                notedFailed.add(uid);
            }
            full = indexes + notedSucceeded.size() + notedFailed.size() >= MOST_NOTES;
            if (full) {
                return;
            }
        }
    }

    private static void noteOnce(List<String> notes, String uid) {
        if (!notes.contains(uid)) {
            notes.add(uid);
        }
    }

    /// When a job has failed, everything that it ended has failed with it; when it has succeeded, what it ended
    /// has only become superfluous.
    private boolean countsAsFailed(Pod pod) {
        boolean ended = switch (verdict.orElse(null)) {
            case null -> JobPods.failed(pod, job);
            case Verdict.Failure _ -> true;
            case Verdict.Success _ -> Pods.finished(pod);
        };
        return ended && JobPods.placed(pod, job) && !FailurePolicy.ignores(job, pod);
    }

    /// A failed pod whose index is to be tried again stays until it has a successor.
    private boolean mayGo(Pod pod) {
        if (Metadata.deleting(job) || verdict.isPresent() || JobPods.succeeded(pod)) {
            return true;
        }
        boolean awaited = JobPods.index(pod).stream()
                .mapToObj(index -> progress.predecessors().get(index))
                .anyMatch(last -> last != null && Metadata.uid(last).equals(Metadata.uid(pod)));
        return JobPods.failed(pod, job) && !awaited;
    }

    private void suspendOrResume() {
        if (Metadata.deleting(job)) {
            return;
        }
        if (JobTerms.suspended(job)) {
            if (conditions.put(JobTerms.SUSPENDED, "True", "JobSuspended", "Job suspended")) {
                announcement = Optional.of("Suspended");
                started = Optional.empty();
            }
        } else if (conditions.has(JobTerms.SUSPENDED)
                && conditions.put(JobTerms.SUSPENDED, "False", "JobResumed", "Job resumed")) {
            announcement = Optional.of("Resumed");
            started = Optional.of(now);
        }
    }

    private JobStatus status() {
        boolean indexed = JobTerms.indexed(job);
        String complete = progress.complete().toString();
        return new JobStatusBuilder()
                .withActive(nullIfZero(tally.active))
                .withReady(tally.ready)
                .withTerminating(tally.terminating)
                .withSucceeded(nullIfZero(indexed ? progress.complete().total() : succeeded))
                .withFailed(nullIfZero(failed))
                .withCompletedIndexes(complete.isEmpty() ? null : complete)
                .withFailedIndexes(progress.failedIndexes()
                        .map(CompletionIndexes::toString)
                        .orElse(null))
                .withStartTime(started.map(Timestamps::seconds).orElse(null))
                .withCompletionTime(completionTime)
                .withConditions(conditions.list())
                .withNewUncountedTerminatedPods()
                .withSucceeded(notedSucceeded)
                .withFailed(notedFailed)
                .endUncountedTerminatedPods()
                .build();
    }

    /// Kubernetes leaves these counts out when they are zero.
    private static @Nullable Integer nullIfZero(int count) {
        return count == 0 ? null : count;
    }
}
