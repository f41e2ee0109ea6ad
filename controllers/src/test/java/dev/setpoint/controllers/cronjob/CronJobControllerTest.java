package dev.setpoint.controllers.cronjob;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.controllers.LoopWorld;
import dev.setpoint.controllers.Mortality;
import dev.setpoint.controllers.job.JobTerms;
import dev.setpoint.controllers.workload.ControllerReferences;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.Samples;
import dev.setpoint.machinery.time.Timestamps;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.CronJobBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.CronJobStatus;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class CronJobControllerTest {
    private static final ObjectKey HELLO = new ObjectKey(Samples.NAMESPACE, "hello");

    /// And a little more, since nobody is in time to the millisecond.
    private static final Duration FIVE_MINUTES = Duration.ofSeconds(301);

    private static LoopWorld world(Mortality mortality) {
        return new LoopWorld(
                mortality, (env, as) -> List.of(CronJobController.of(env, as.account("cronjob-controller"))));
    }

    @ParameterizedTest
    @EnumSource
    void startsAJobAtEachTimeAndForgetsTheOldest(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            world.create(Samples.cronJob("hello", "*/5 * * * *"));
            for (int round = 1; round <= 6; round++) {
                world.pass(FIVE_MINUTES);
                assertThat(world.created("jobs")).isEqualTo(round);
                finishAll(world, End.COMPLETE);
                world.settle();
            }
            assertThat(world.names(Job.class)).as("the last three").hasSize(3);
            assertThat(world.all(Job.class))
                    .allMatch(job -> job.getMetadata().getLabels().containsValue("hello"));
            assertThat(status(world).getActive()).isEmpty();
            assertThat(status(world).getLastSuccessfulTime()).isNotNull();
            assertThat(status(world).getLastScheduleTime()).endsWith(":00Z");
        }
    }

    @ParameterizedTest
    @EnumSource
    void forbidsASecondWhileOneRuns(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            world.create(policy("Forbid"));
            world.pass(Duration.ofMinutes(12));
            assertThat(world.created("jobs")).isEqualTo(1);
            assertThat(status(world).getActive())
                    .extracting(ObjectReference::getName)
                    .isEqualTo(world.names(Job.class));
            finishAll(world, End.COMPLETE);
            world.settle();
            assertThat(world.created("jobs")).as("what was due meanwhile").isEqualTo(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void replacesTheOneThatRuns(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            world.create(policy("Replace"));
            world.pass(FIVE_MINUTES);
            List<String> first = world.names(Job.class);
            world.pass(FIVE_MINUTES);
            assertThat(world.names(Job.class)).hasSize(1).isNotEqualTo(first);
            assertThat(world.created("jobs")).isEqualTo(2);
            assertThat(status(world).getActive()).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aSuspendedOneStartsNothing(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            world.create(new CronJobBuilder(Samples.cronJob("hello", "*/5 * * * *"))
                    .editSpec()
                    .withSuspend(true)
                    .endSpec()
                    .build());
            world.pass(Duration.ofHours(1));
            assertThat(world.created("jobs")).isZero();
            world.assertQuiet();
        }
    }

    @Test
    void aLateStartIsNoStart() {
        CronJob late = new CronJobBuilder(Samples.cronJob("hello", "0 0 1 1 *"))
                .editSpec()
                .withStartingDeadlineSeconds(100L)
                .endSpec()
                .withNewStatus()
                .withLastScheduleTime("2020-01-01T00:00:00Z")
                .endStatus()
                .build();
        assertThat(CronJobPlan.plan(late, List.of(), Samples.NOW).actions()).isEmpty();
        CronJob patient = new CronJobBuilder(late)
                .editSpec()
                .withStartingDeadlineSeconds(null)
                .endSpec()
                .build();
        assertThat(CronJobPlan.plan(patient, List.of(), Samples.NOW).actions())
                .as("the latest only")
                .singleElement()
                .isInstanceOfSatisfying(
                        CronJobAction.CreateJob.class,
                        create -> assertThat(Metadata.name(create.job())).isEqualTo("hello-29453760"));
    }

    @Test
    void findsTheLatestOfTimesThatAreNotEvenlySpread() {
        CronJob uneven = new CronJobBuilder(Samples.cronJob("hello", "0,10,11 * * * *"))
                .withNewStatus()
                .withLastScheduleTime("2026-05-01T11:00:00Z")
                .endStatus()
                .build();
        assertThat(CronJobPlan.plan(uneven, List.of(), Samples.NOW.minusSeconds(600))
                        .actions())
                .as("at ten to twelve")
                .singleElement()
                .isInstanceOfSatisfying(
                        CronJobAction.CreateJob.class,
                        create -> assertThat(create.job().getMetadata().getAnnotations())
                                .containsValue("2026-05-01T11:11:00Z"));
    }

    @Test
    void tellsOfTooManyMissedTimes() {
        CronJob asleep = new CronJobBuilder(Samples.cronJob("hello", "* * * * *"))
                .withNewStatus()
                .withLastScheduleTime("2026-05-01T09:00:00Z")
                .endStatus()
                .build();
        assertThat(CronJobPlan.plan(asleep, List.of(), Samples.NOW).actions())
                .hasSize(2)
                .first()
                .isInstanceOfSatisfying(
                        CronJobAction.Tell.class,
                        told -> assertThat(told.reason()).isEqualTo("TooManyMissedTimes"));
    }

    @ParameterizedTest
    @EnumSource
    void aJobThatSomebodyStartedByHandIsNotActive(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            world.create(policy("Forbid"));
            world.settle();
            CronJob cronJob = world.objects(CronJob.class).get(HELLO);
            world.create(new JobBuilder(Samples.job("manual", 1, 1))
                    .editMetadata()
                    .addToAnnotations("cronjob.kubernetes.io/instantiate", "manual")
                    .withOwnerReferences(ControllerReferences.reference(cronJob))
                    .endMetadata()
                    .build());
            world.pass(FIVE_MINUTES);
            assertThat(world.created("jobs"))
                    .as("the manual one and the first of its own")
                    .isEqualTo(2);
            assertThat(status(world).getActive()).hasSize(1);
        }
    }

    @Test
    void tellsWhatItDoes() {
        try (LoopWorld world = world(Mortality.IMMORTAL)) {
            world.create(Samples.cronJob("hello", "*/5 * * * *"));
            world.pass(FIVE_MINUTES);
            String name = world.names(Job.class).getFirst();
            finishAll(world, End.FAILED);
            world.pass(Duration.ofSeconds(10));
            assertThat(world.events())
                    .contains(
                            "Normal SuccessfulCreate Created job " + name,
                            "Normal SawCompletedJob Saw completed job: " + name + ", condition: Failed");
        }
    }

    private enum End {
        COMPLETE("SuccessCriteriaMet", "Complete"),
        FAILED("FailureTarget", "Failed");

        /// What is said before the end.
        private final String decided;

        private final String word;

        End(String decided, String word) {
            this.decided = decided;
            this.word = word;
        }
    }

    private static CronJob policy(String policy) {
        return new CronJobBuilder(Samples.cronJob("hello", "*/5 * * * *"))
                .editSpec()
                .withConcurrencyPolicy(policy)
                .endSpec()
                .build();
    }

    private static CronJobStatus status(LoopWorld world) {
        return world.objects(CronJob.class).get(HELLO).getStatus();
    }

    private static void finishAll(LoopWorld world, End end) {
        String now = Timestamps.seconds(world.env.wallTime());
        world.all(Job.class).stream()
                .filter(job -> !JobTerms.finished(job))
                .forEach(job -> world.objects(Job.class)
                        .updateStatus(new JobBuilder(job)
                                .withNewStatus()
                                .withStartTime(now)
                                .withCompletionTime(end == End.COMPLETE ? now : null)
                                .addNewCondition()
                                .withType(end.decided)
                                .withStatus("True")
                                .withLastTransitionTime(now)
                                .endCondition()
                                .addNewCondition()
                                .withType(end.word)
                                .withStatus("True")
                                .withLastTransitionTime(now)
                                .endCondition()
                                .endStatus()
                                .build()));
    }
}
