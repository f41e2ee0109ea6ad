package dev.setpoint.controllers.job;

import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.Pods;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// How far a job has come, by its status and its pods.
///
/// @param pods the job's own, by index where they have one
/// @param succeeded how many have succeeded, whether counted, noted or just seen; of an indexed job how many
///     indexes
/// @param failed likewise of failures that count
/// @param booked the indexes that the status says are complete
/// @param complete those and the ones whose success has just been seen
/// @param failedIndexes the indexes that will not be tried again; empty for a job that does not limit the
///     failures of each
/// @param predecessors of an index that waits for its next pod, the pod that failed last: it stays until there
///     is another, which takes over its count of failures
record Progress(
        List<Pod> pods,
        List<Pod> active,
        List<Pod> terminating,
        int succeeded,
        int failed,
        CompletionIndexes booked,
        CompletionIndexes complete,
        Optional<CompletionIndexes> failedIndexes,
        Map<Integer, Pod> predecessors) {

    static Progress of(Job job, List<Pod> pods) {
        List<Pod> sorted = JobTerms.indexed(job)
                ? pods.stream()
                        .sorted((one, two) -> Integer.compare(
                                JobPods.index(one).orElse(-1),
                                JobPods.index(two).orElse(-1)))
                        .toList()
                : List.copyOf(pods);
        List<Pod> active = sorted.stream().filter(Pods::active).toList();
        List<Pod> terminating = sorted.stream().filter(Pods::terminating).toList();
        int failed = JobTerms.failed(job)
                + JobTerms.notedFailed(job).size()
                + (int) fresh(job, sorted, JobTerms.notedFailed(job)).stream()
                        .filter(pod -> JobPods.failed(pod, job) && !FailurePolicy.ignores(job, pod))
                        .count();
        if (!JobTerms.indexed(job)) {
            int succeeded = JobTerms.succeeded(job)
                    + JobTerms.notedSucceeded(job).size()
                    + (int) fresh(job, sorted, JobTerms.notedSucceeded(job)).stream()
                            .filter(JobPods::succeeded)
                            .count();
            return new Progress(
                    sorted,
                    active,
                    terminating,
                    succeeded,
                    failed,
                    CompletionIndexes.NONE,
                    CompletionIndexes.NONE,
                    Optional.empty(),
                    Map.of());
        }
        CompletionIndexes booked =
                told(job, job.getStatus() == null ? null : job.getStatus().getCompletedIndexes());
        List<Pod> uncounted = fresh(job, sorted, List.of());
        CompletionIndexes complete = booked.with(
                indexes(uncounted.stream().filter(JobPods::succeeded).toList()));
        Optional<CompletionIndexes> failedIndexes = JobTerms.backoffLimitPerIndex(job)
                        .isEmpty()
                ? Optional.empty()
                : Optional.of(told(
                                job,
                                job.getStatus() == null ? null : job.getStatus().getFailedIndexes())
                        .with(indexes(uncounted.stream()
                                .filter(pod -> failsIndex(job, pod))
                                .toList())));
        return new Progress(
                sorted,
                active,
                terminating,
                complete.total(),
                failed,
                booked,
                complete,
                failedIndexes,
                failedIndexes
                        .map(dead -> predecessors(
                                job, uncounted, complete.union(dead).with(indexes(active))))
                        .orElse(Map.of()));
    }

    static Set<Integer> indexes(Collection<Pod> pods) {
        return pods.stream()
                .flatMapToInt(pod -> JobPods.index(pod).stream())
                .boxed()
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /// The pods that are neither counted nor noted, and have a place in the job.
    private static List<Pod> fresh(Job job, List<Pod> pods, List<String> noted) {
        Set<String> uids = new TreeSet<>(noted);
        return pods.stream()
                .filter(pod -> JobPods.tracked(pod) && !uids.contains(Metadata.uid(pod)) && JobPods.placed(pod, job))
                .toList();
    }

    private static CompletionIndexes told(Job job, @Nullable String text) {
        return text == null
                ? CompletionIndexes.NONE
                : CompletionIndexes.parse(text, JobTerms.completions(job).orElse(0));
    }

    private static boolean failsIndex(Job job, Pod pod) {
        return JobPods.failed(pod, job)
                && switch (FailurePolicy.of(job, pod)) {
                    case FailurePolicy.Meaning.FailsIndex _ -> true;
                    case FailurePolicy.Meaning.Ignored _ -> false;
                    case FailurePolicy.Meaning.Counts _, FailurePolicy.Meaning.FailsJob _ ->
                        JobPods.failures(pod)
                                >= JobTerms.backoffLimitPerIndex(job).orElse(Integer.MAX_VALUE);
                };
    }

    private static Map<Integer, Pod> predecessors(Job job, List<Pod> uncounted, CompletionIndexes settled) {
        Map<Integer, Pod> last = new TreeMap<>();
        for (Pod pod : uncounted) {
            int index = JobPods.index(pod).orElse(-1);
            if (JobPods.failed(pod, job) && !settled.contains(index)) {
                last.merge(index, pod, Progress::later);
            }
        }
        return last;
    }

    private static Pod later(Pod one, Pod two) {
        boolean more = failures(two) >= failures(one);
        return more && !JobPods.finishedAt(two).isBefore(JobPods.finishedAt(one)) ? two : one;
    }

    private static int failures(Pod pod) {
        return JobPods.failures(pod) + JobPods.ignoredFailures(pod);
    }
}
