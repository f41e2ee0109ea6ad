package dev.setpoint.controllers.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.testing.Seeds;
import dev.setpoint.controllers.workload.ControllerReferences;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.Pods;
import dev.setpoint.controllers.workload.Samples;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// Any job, any fate of its pods, and a controller that may die after any of its writes: the job comes to an
/// end, every pod is counted exactly once, and there are never more of them than there may be.
final class JobPlanPropertyTest {
    private static final int WORLDS = 300;

    @Test
    void everyJobEndsAndEveryPodIsCountedOnce() {
        Seeds.check(WORLDS, seed -> {
            World world = new World(seed);
            for (int round = 0; !JobTerms.finished(world.job); round++) {
                assertThat(round).as("rounds").isLessThan(400);
                world.controllerRuns();
                world.checkLimits();
                world.timePasses();
            }
            world.checkCounts();
            assertThat(world.pods.values()).as("pods that are still tracked").noneMatch(JobPods::tracked);
        });
    }

    @Test
    void aSecondPlanIsEmptyWhileNothingHappens() {
        Seeds.check(WORLDS, seed -> {
            World world = new World(seed);
            world.mortal = false;
            world.controllerRuns();
            world.controllerRuns();
            JobStatus before = world.job.getStatus();
            assertThat(JobPlan.plan(world.job, world.candidates(), world.now).actions())
                    .isEmpty();
            world.controllerRuns();
            assertThat(world.job.getStatus()).isEqualTo(before);
        });
    }

    private static final class World {
        private final RandomGenerator random;
        private final int orphans;
        private final Map<String, Pod> pods = new LinkedHashMap<>();
        private final Set<String> succeeded = new TreeSet<>();
        private final Set<String> failed = new TreeSet<>();
        private final Set<Integer> completed = new TreeSet<>();
        private Job job;
        private Instant now = Samples.NOW;
        private int created;
        private boolean mortal = true;

        World(long seed) {
            random = Seeds.random(seed);
            boolean indexed = random.nextBoolean();
            Integer completions = indexed || random.nextInt(4) > 0 ? 1 + random.nextInt(8) : null;
            JobBuilder builder = new JobBuilder(Samples.job("work", 1 + random.nextInt(5), completions))
                    .editSpec()
                    .withCompletionMode(indexed ? "Indexed" : "NonIndexed")
                    .withBackoffLimit(random.nextInt(12))
                    .withPodReplacementPolicy(random.nextBoolean() ? "Failed" : "TerminatingOrFailed")
                    .endSpec();
            if (indexed && random.nextBoolean()) {
                builder.editSpec()
                        .withBackoffLimit(Integer.MAX_VALUE)
                        .withBackoffLimitPerIndex(random.nextInt(3))
                        .endSpec();
            }
            job = builder.build();
            orphans = indexed ? 0 : random.nextInt(3);
            for (int index = 0; index < orphans; index++) {
                put(Samples.pod("orphan" + index, Map.of("app", "work")));
            }
        }

        List<Pod> candidates() {
            return List.copyOf(pods.values());
        }

        /// One reconcile, as the reconciler does it, that ends after any write.
        void controllerRuns() {
            JobPlan plan = JobPlan.plan(job, candidates(), now);
            FinishedPodCount.Tally before = tally(plan.progress());
            for (JobAction action : plan.actions()) {
                if (!execute(action)) {
                    return;
                }
            }
            FinishedPodCount.Tally tally = after(before, plan.actions());
            FinishedPodCount books = new FinishedPodCount(job, plan, plan.verdict(), tally, now);
            job = new JobBuilder(job).withStatus(books.noted()).build();
            if (dies()) {
                return;
            }
            List<String> released = new ArrayList<>();
            for (Pod pod : books.letGo()) {
                note(pod, plan.verdict());
                untrack(Metadata.uid(pod));
                released.add(Metadata.uid(pod));
                if (dies()) {
                    return;
                }
            }
            job = new JobBuilder(job).withStatus(books.booked(released)).build();
        }

        /// What a pod is to be counted as, once it is let go.
        private void note(Pod pod, Optional<Verdict> verdict) {
            String uid = Metadata.uid(pod);
            if (JobPods.succeeded(pod)) {
                succeeded.add(uid);
                JobPods.index(pod).ifPresent(completed::add);
            } else if (Pods.finished(pod) || !(verdict.orElse(null) instanceof Verdict.Success)) {
                failed.add(uid);
            }
        }

        private boolean dies() {
            return mortal && random.nextInt(6) == 0;
        }

        private static FinishedPodCount.Tally tally(Progress progress) {
            return new FinishedPodCount.Tally(
                    progress.active().size(), 0, progress.terminating().size());
        }

        private static FinishedPodCount.Tally after(FinishedPodCount.Tally tally, List<JobAction> actions) {
            int gone = 0;
            int made = 0;
            for (JobAction action : actions) {
                switch (action) {
                    case JobAction.EndPods(var ended) -> gone += ended.size();
                    case JobAction.DiscardPods(var surplus) -> gone += surplus.size();
                    case JobAction.CreatePods(var wanted) -> made += wanted.size();
                    case JobAction.Adopt _, JobAction.Release _, JobAction.Announce _ -> {}
                }
            }
            return new FinishedPodCount.Tally(tally.active() + made - gone, 0, tally.terminating() + gone);
        }

        /// @return false when the controller died on the way
        private boolean execute(JobAction action) {
            switch (action) {
                case JobAction.Adopt(var pod) -> {
                    put(pod.edit()
                            .editMetadata()
                            .withOwnerReferences(ControllerReferences.reference(job))
                            .addToFinalizers(JobPods.FINALIZER)
                            .endMetadata()
                            .build());
                    return !dies();
                }
                case JobAction.Announce(var verdict) -> {
                    JobConditions conditions = new JobConditions(job, now);
                    conditions.announce(verdict);
                    job = new JobBuilder(job)
                            .editOrNewStatus()
                            .withConditions(conditions.list())
                            .endStatus()
                            .build();
                    return !dies();
                }
                case JobAction.Release _ -> throw new AssertionError("nobody changes labels here");
                case JobAction.CreatePods(var wanted) -> {
                    for (Pod pod : wanted) {
                        String name = "made" + created++;
                        put(pod.edit()
                                .editMetadata()
                                .withName(name)
                                .withUid("uid-" + name)
                                .endMetadata()
                                .build());
                        if (dies()) {
                            return false;
                        }
                    }
                }
                case JobAction.EndPods(var ended) -> {
                    for (Pod pod : ended) {
                        delete(pod);
                        if (dies()) {
                            return false;
                        }
                    }
                }
                case JobAction.DiscardPods(var surplus) -> {
                    for (Pod pod : surplus) {
                        untrack(Metadata.uid(pod));
                        if (dies()) {
                            return false;
                        }
                        delete(pod);
                    }
                }
            }
            return true;
        }

        private void delete(Pod doomed) {
            Pod pod = pods.get(Metadata.uid(doomed));
            if (pod == null) {
                return;
            }
            if (JobPods.tracked(pod)) {
                put(Samples.deleting(pod));
            } else {
                pods.remove(Metadata.uid(pod));
            }
        }

        private void untrack(String uid) {
            Pod pod = pods.get(uid);
            if (pod != null) {
                put(pod.edit()
                        .editMetadata()
                        .removeFromFinalizers(JobPods.FINALIZER)
                        .endMetadata()
                        .build());
            }
        }

        /// Pods end as they like, and those that are deleted and nobody's go.
        void timePasses() {
            now = now.plus(Duration.ofSeconds(random.nextInt(900)));
            for (Pod pod : candidates()) {
                if (Pods.deleting(pod) && !JobPods.tracked(pod)) {
                    pods.remove(Metadata.uid(pod));
                } else if (Pods.active(pod) && ControllerReferences.controls(job, pod) && random.nextInt(3) == 0) {
                    end(pod, random.nextInt(3) > 0);
                } else if (Pods.terminating(pod)) {
                    end(pod, false);
                } else if (Pods.active(pod) && ControllerReferences.controls(job, pod) && random.nextInt(12) == 0) {
                    delete(pod);
                }
            }
        }

        private void end(Pod pod, boolean well) {
            put(pod.edit()
                    .withNewStatus()
                    .withPhase(well ? "Succeeded" : "Failed")
                    .endStatus()
                    .build());
        }

        void checkLimits() {
            List<Pod> active = pods.values().stream()
                    .filter(pod -> Pods.active(pod) && ControllerReferences.controls(job, pod))
                    .toList();
            assertThat(active.size())
                    .as("active pods, those that it found included")
                    .isLessThanOrEqualTo(Math.max(JobTerms.parallelism(job), orphans));
            if (JobTerms.indexed(job)) {
                assertThat(active).extracting(JobPods::index).as("indexes").doesNotHaveDuplicates();
            }
        }

        void checkCounts() {
            JobStatus status = job.getStatus();
            if (JobTerms.indexed(job)) {
                assertThat(status.getCompletedIndexes() == null ? "" : status.getCompletedIndexes())
                        .isEqualTo(CompletionIndexes.of(completed).toString());
            } else {
                assertThat(JobTerms.succeeded(job)).as("succeeded").isEqualTo(succeeded.size());
            }
            assertThat(JobTerms.failed(job)).as("failed").isEqualTo(failed.size());
            assertThat(status.getUncountedTerminatedPods().getFailed()).isEmpty();
        }

        private void put(Pod pod) {
            pods.put(Metadata.uid(pod), pod);
        }
    }
}
