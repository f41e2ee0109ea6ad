package dev.setpoint.controllers.cronjob;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.testing.Seeds;
import dev.setpoint.controllers.job.JobTerms;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.Samples;
import dev.setpoint.machinery.time.Timestamps;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.CronJobBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.CronJobStatus;
import io.fabric8.kubernetes.api.model.batch.v1.CronJobStatusBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// Any policy, jobs that take as long as they like, and a controller that sleeps or dies after any write: no
/// time is served twice, a policy that forbids two at a time is kept, and history stays within its limits.
final class CronJobPlanPropertyTest {
    @Test
    void noTimeIsServedTwiceAndPoliciesAreKept() {
        Seeds.check(60, seed -> {
            World world = new World(seed);
            for (int step = 0; step < 60; step++) {
                world.timePasses();
                world.controllerRuns();
                world.checkPolicy();
            }
            world.mortal = false;
            world.controllerRuns();
            world.controllerRuns();
            assertThat(world.plan().actions()).as("a second plan").isEmpty();
            assertThat(world.plan().status()).isEqualTo(world.cronJob.getStatus());
            assertThat(world.started).as("starts").isNotEmpty();
        });
    }

    private static final class World {
        private final RandomGenerator random;
        private final String policy;
        private final Map<String, Job> jobs = new LinkedHashMap<>();
        private final Set<String> started = new TreeSet<>();
        private CronJob cronJob;
        private Instant now = Samples.NOW;
        private boolean mortal = true;

        World(long seed) {
            random = Seeds.random(seed);
            policy = List.of("Allow", "Forbid", "Replace").get(random.nextInt(3));
            String schedule =
                    List.of("*/5 * * * *", "@every 7m", "0,10,11 * * * *").get(random.nextInt(3));
            cronJob = new CronJobBuilder(Samples.cronJob("hello", schedule))
                    .editSpec()
                    .withConcurrencyPolicy(policy)
                    .endSpec()
                    .withStatus(new CronJobStatus())
                    .build();
        }

        CronJobPlan plan() {
            CronJobPlan plan = CronJobPlan.plan(cronJob, List.copyOf(jobs.values()), now);
            // What people are told may be told again.
            return new CronJobPlan(
                    plan.actions().stream()
                            .filter(action -> !(action instanceof CronJobAction.Tell))
                            .toList(),
                    plan.status(),
                    plan.checkAgain());
        }

        /// One reconcile that may end after any write.
        void controllerRuns() {
            CronJobPlan plan = plan();
            CronJobStatus status = plan.status();
            for (CronJobAction action : plan.actions()) {
                switch (action) {
                    case CronJobAction.Tell _ -> {}
                    case CronJobAction.DeleteJob(var job) -> jobs.remove(Metadata.name(job));
                    case CronJobAction.CreateJob(var wanted) -> {
                        Job job = new JobBuilder(wanted)
                                .editMetadata()
                                .withUid("uid-" + Metadata.name(wanted))
                                .endMetadata()
                                .build();
                        assertThat(started.add(Metadata.name(job)))
                                .as("%s is new", Metadata.name(job))
                                .isTrue();
                        jobs.put(Metadata.name(job), job);
                        status = new CronJobStatusBuilder(status)
                                .addToActive(CronJobs.reference(job))
                                .withLastScheduleTime(CronJobs.scheduled(cronJob, job)
                                        .map(Timestamps::seconds)
                                        .orElseThrow())
                                .build();
                    }
                }
                if (mortal && random.nextInt(4) == 0) {
                    return;
                }
            }
            cronJob = new CronJobBuilder(cronJob).withStatus(status).build();
        }

        void timePasses() {
            now = now.plusSeconds(random.nextInt(5) == 0 ? random.nextInt(7200) : random.nextInt(200));
            for (Job job : new ArrayList<>(jobs.values())) {
                if (!JobTerms.finished(job) && random.nextInt(4) == 0) {
                    jobs.put(Metadata.name(job), finished(job));
                }
            }
        }

        private Job finished(Job job) {
            return new JobBuilder(job)
                    .withNewStatus()
                    .withStartTime(Timestamps.seconds(now))
                    .withCompletionTime(Timestamps.seconds(now))
                    .addNewCondition()
                    .withType(random.nextBoolean() ? "Complete" : "Failed")
                    .withStatus("True")
                    .endCondition()
                    .endStatus()
                    .build();
        }

        void checkPolicy() {
            long active = jobs.values().stream()
                    .filter(job -> !JobTerms.finished(job))
                    .count();
            if (!policy.equals("Allow")) {
                assertThat(active).as("jobs at a time under %s", policy).isLessThanOrEqualTo(1);
            }
        }
    }
}
