package dev.setpoint.controllers.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.controllers.LoopWorld;
import dev.setpoint.controllers.Mortality;
import dev.setpoint.controllers.workload.ControllerReferences;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.Pods;
import dev.setpoint.controllers.workload.Samples;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobCondition;
import io.fabric8.kubernetes.api.model.batch.v1.JobFluent;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class JobControllerTest {
    private static final ObjectKey WORK = new ObjectKey(Samples.NAMESPACE, "work");

    private static LoopWorld world(Mortality mortality) {
        return new LoopWorld(
                mortality,
                (env, as) -> List.of(
                        JobController.of(env, as.account("job-controller")),
                        JobController.tracking(as.account("job-controller"))));
    }

    @ParameterizedTest
    @EnumSource
    void runsToCompletionAndCountsEveryPodOnce(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            world.create(Samples.job("work", 2, 3));
            world.settle();
            assertThat(active(world)).hasSize(2).allMatch(JobPods::tracked);
            assertThat(status(world).getActive()).isEqualTo(2);
            finishAll(world, 0);
            assertThat(active(world)).as("only one is left to be done").hasSize(1);
            finishAll(world, 0);
            assertThat(status(world))
                    .extracting(
                            JobStatus::getSucceeded, JobStatus::getFailed, JobStatus::getActive, JobStatus::getReady)
                    .containsExactly(3, null, null, 0);
            assertThat(status(world).getUncountedTerminatedPods().getSucceeded())
                    .isEmpty();
            assertThat(status(world).getCompletionTime()).isNotNull();
            assertThat(conditions(world))
                    .containsExactly("SuccessCriteriaMet CompletionsReached", "Complete CompletionsReached");
            assertThat(world.all(Pod.class)).hasSize(3).noneMatch(JobPods::tracked);
            assertThat(world.created("pods")).isEqualTo(3);
            world.assertQuiet();
        }
    }

    @ParameterizedTest
    @EnumSource
    void failsWhenTheLimitIsExceeded(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            world.create(edited(Samples.job("work", 1, 1))
                    .withBackoffLimit(2)
                    .endSpec()
                    .build());
            for (int attempt = 0; attempt < 3; attempt++) {
                world.pass(Duration.ofMinutes(1));
                assertThat(active(world)).as("attempt %d", attempt).hasSize(1);
                finishAll(world, 1);
            }
            assertThat(status(world).getFailed()).isEqualTo(3);
            assertThat(conditions(world))
                    .containsExactly("FailureTarget BackoffLimitExceeded", "Failed BackoffLimitExceeded");
            assertThat(world.created("pods")).isEqualTo(3);
            world.assertQuiet();
        }
    }

    @Test
    void waitsLongerAfterEachFailure() {
        try (LoopWorld world = world(Mortality.IMMORTAL)) {
            world.create(Samples.job("work", 1, 1));
            world.settle();
            for (int seconds : new int[] {10, 20, 40}) {
                world.finish(active(world).getFirst(), 1);
                world.pass(Duration.ofSeconds(seconds - 1));
                assertThat(active(world)).as("before %d s", seconds).isEmpty();
                world.pass(Duration.ofSeconds(2));
                assertThat(active(world)).as("after %d s", seconds).hasSize(1);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void failsIndexByIndex(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            world.create(indexed(3).withBackoffLimitPerIndex(1).endSpec().build());
            world.settle();
            assertThat(active(world))
                    .extracting(pod -> JobPods.index(pod).orElse(-1))
                    .containsExactly(0, 1, 2);
            world.finish(ofIndex(world, 0), 1);
            world.finish(ofIndex(world, 1), 0);
            world.pass(Duration.ofSeconds(30));
            Pod second = ofIndex(world, 0);
            assertThat(JobPods.failures(second)).isEqualTo(1);
            assertThat(Metadata.name(second)).matches("work-0-[a-z0-9]{5}");
            assertThat(second.getSpec().getHostname()).isEqualTo("work-0");
            assertThat(second.getSpec().getContainers().getFirst().getEnv())
                    .anyMatch(variable -> variable.getName().equals("JOB_COMPLETION_INDEX"));
            world.finish(second, 1);
            world.settle();
            assertThat(status(world).getFailedIndexes()).isEqualTo("0");
            assertThat(active(world)).as("the others go on").hasSize(1);
            world.finish(ofIndex(world, 2), 0);
            world.settle();
            assertThat(conditions(world)).containsExactly("FailureTarget FailedIndexes", "Failed FailedIndexes");
            assertThat(status(world))
                    .extracting(JobStatus::getCompletedIndexes, JobStatus::getSucceeded, JobStatus::getFailed)
                    .containsExactly("1,2", 2, 2);
            assertThat(world.created("pods")).isEqualTo(4);
            world.assertQuiet();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aSuccessPolicyEndsTheRest(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            world.create(indexed(3)
                    .withNewSuccessPolicy()
                    .addNewRule()
                    .withSucceededIndexes("0")
                    .endRule()
                    .endSuccessPolicy()
                    .endSpec()
                    .build());
            world.settle();
            world.finish(ofIndex(world, 0), 0);
            world.settle();
            assertThat(conditions(world)).containsExactly("SuccessCriteriaMet SuccessPolicy", "Complete SuccessPolicy");
            assertThat(status(world))
                    .extracting(JobStatus::getSucceeded, JobStatus::getFailed)
                    .containsExactly(1, null);
            assertThat(world.names(Pod.class)).as("the others are gone").hasSize(1);
            world.assertQuiet();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aFailurePolicyIgnoresAndFails(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            world.create(edited(Samples.job("work", 1, 1))
                    .withBackoffLimit(0)
                    .withPodReplacementPolicy("Failed")
                    .withNewPodFailurePolicy()
                    .addNewRule()
                    .withAction("Ignore")
                    .withNewOnExitCodes()
                    .withOperator("In")
                    .withValues(3)
                    .endOnExitCodes()
                    .endRule()
                    .addNewRule()
                    .withAction("FailJob")
                    .withNewOnExitCodes()
                    .withOperator("NotIn")
                    .withValues(1)
                    .endOnExitCodes()
                    .endRule()
                    .endPodFailurePolicy()
                    .endSpec()
                    .build());
            world.settle();
            finishAll(world, 3);
            world.pass(Duration.ofSeconds(30));
            assertThat(status(world).getFailed())
                    .as("as if it had not happened")
                    .isNull();
            Pod second = active(world).getFirst();
            finishAll(world, 42);
            assertThat(conditions(world)).containsExactly("FailureTarget PodFailurePolicy", "Failed PodFailurePolicy");
            assertThat(status(world).getConditions().getFirst().getMessage())
                    .isEqualTo("Container main for pod test/" + Metadata.name(second)
                            + " failed with exit code 42 matching FailJob rule at index 1");
            assertThat(status(world).getFailed()).isEqualTo(1);
            assertThat(world.created("pods")).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void suspendsAndResumes(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            world.create(Samples.job("work", 2, 4));
            world.settle();
            suspend(world, true);
            world.settle();
            assertThat(world.names(Pod.class)).isEmpty();
            assertThat(status(world).getStartTime()).isNull();
            assertThat(status(world).getFailed()).as("nobody failed").isNull();
            assertThat(conditions(world)).containsExactly("Suspended JobSuspended");
            suspend(world, false);
            world.settle();
            assertThat(active(world)).as("without any delay").hasSize(2);
            assertThat(status(world).getConditions())
                    .extracting(JobCondition::getType, JobCondition::getStatus)
                    .containsExactly(tuple("Suspended", "False"));
            assertThat(world.created("pods")).isEqualTo(4);
            world.assertQuiet();
        }
    }

    @ParameterizedTest
    @EnumSource
    void endsWhenItsTimeIsUp(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            world.create(edited(Samples.job("work", 2, 2))
                    .withActiveDeadlineSeconds(600L)
                    .endSpec()
                    .build());
            world.settle();
            world.pass(Duration.ofMinutes(9));
            assertThat(active(world)).hasSize(2);
            world.pass(Duration.ofMinutes(2));
            assertThat(world.names(Pod.class)).isEmpty();
            assertThat(conditions(world)).containsExactly("FailureTarget DeadlineExceeded", "Failed DeadlineExceeded");
            assertThat(status(world).getFailed())
                    .as("what it ended failed with it")
                    .isEqualTo(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aPodThatIsDeletedIsCountedAndReplaced(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            world.create(Samples.job("work", 1, 1));
            world.settle();
            world.objects(Pod.class).delete(active(world).getFirst());
            world.pass(Duration.ofSeconds(30));
            assertThat(active(world)).hasSize(1);
            assertThat(status(world).getFailed()).isEqualTo(1);
            assertThat(world.created("pods")).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void replacesOnlyWhatHasFailedWhereItIsTold(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            world.create(edited(Samples.job("work", 1, 1))
                    .withPodReplacementPolicy("Failed")
                    .endSpec()
                    .build());
            world.settle();
            Pod first = active(world).getFirst();
            world.objects(Pod.class)
                    .delete(
                            ObjectKey.of(first),
                            new DeleteOptions(
                                    DeleteOptions.Propagation.BACKGROUND,
                                    OptionalLong.of(30),
                                    Optional.empty(),
                                    Optional.empty()));
            world.settle();
            assertThat(world.names(Pod.class)).as("not yet").hasSize(1);
            assertThat(status(world).getTerminating()).isEqualTo(1);
            world.finish(world.objects(Pod.class).get(ObjectKey.of(first)), 143);
            world.pass(Duration.ofSeconds(30));
            assertThat(active(world)).hasSize(1);
            assertThat(status(world))
                    .extracting(JobStatus::getFailed, JobStatus::getTerminating)
                    .containsExactly(1, 0);
        }
    }

    @ParameterizedTest
    @EnumSource
    void adoptsAndReleases(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            world.create(Samples.pod("orphan", Map.of("app", "work")));
            world.create(Samples.job("work", 2, 2));
            world.settle();
            assertThat(world.created("pods")).as("the orphan and one more").isEqualTo(2);
            assertThat(world.all(Pod.class))
                    .allMatch(JobPods::tracked)
                    .allMatch(pod -> ControllerReferences.controls(
                            world.objects(Job.class).get(WORK), pod));
            Pod orphan = world.objects(Pod.class).get(new ObjectKey(Samples.NAMESPACE, "orphan"));
            world.objects(Pod.class)
                    .update(orphan.edit()
                            .editMetadata()
                            .addToLabels("app", "else")
                            .endMetadata()
                            .build());
            world.settle();
            Pod released = world.objects(Pod.class).get(ObjectKey.of(orphan));
            assertThat(ControllerReferences.controllerOf(released)).isEmpty();
            assertThat(JobPods.tracked(released)).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource
    void podsOfAJobThatIsGoneAreLetGo(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            world.create(Samples.job("work", 2, 2));
            world.settle();
            world.objects(Job.class).delete(world.objects(Job.class).get(WORK));
            world.settle();
            assertThat(world.all(Pod.class)).hasSize(2).noneMatch(JobPods::tracked);
            world.assertQuiet();
        }
    }

    @Test
    void aJobOfAnotherManagerIsLeftAlone() {
        try (LoopWorld world = world(Mortality.IMMORTAL)) {
            world.create(edited(Samples.job("work", 2, 2))
                    .withManagedBy("example.com/other")
                    .endSpec()
                    .build());
            world.settle();
            assertThat(world.names(Pod.class)).isEmpty();
        }
    }

    @Test
    void tellsWhatItDoes() {
        try (LoopWorld world = world(Mortality.IMMORTAL)) {
            world.create(Samples.job("work", 1, 1));
            world.settle();
            String name = Metadata.name(active(world).getFirst());
            suspend(world, true);
            world.settle();
            suspend(world, false);
            world.settle();
            finishAll(world, 0);
            world.settle();
            assertThat(world.events())
                    .contains(
                            "Normal SuccessfulCreate Created pod: " + name,
                            "Normal SuccessfulDelete Deleted pod: " + name,
                            "Normal Suspended Job suspended",
                            "Normal Resumed Job resumed",
                            "Normal Completed Job completed");
        }
    }

    private static JobStatus status(LoopWorld world) {
        return world.objects(Job.class).get(WORK).getStatus();
    }

    private static List<String> conditions(LoopWorld world) {
        return status(world).getConditions().stream()
                .map(condition -> condition.getType() + " " + condition.getReason())
                .toList();
    }

    private static List<Pod> active(LoopWorld world) {
        return world.all(Pod.class).stream().filter(Pods::active).toList();
    }

    private static Pod ofIndex(LoopWorld world, int index) {
        return active(world).stream()
                .filter(pod -> JobPods.index(pod).orElse(-1) == index)
                .findFirst()
                .orElseThrow();
    }

    private static void finishAll(LoopWorld world, int exitCode) {
        active(world).forEach(pod -> world.finish(pod, exitCode));
        world.settle();
    }

    private static void suspend(LoopWorld world, boolean suspended) {
        Job job = world.objects(Job.class).get(WORK);
        world.objects(Job.class)
                .update(edited(job).withSuspend(suspended).endSpec().build());
    }

    private static JobFluent<JobBuilder>.SpecNested<JobBuilder> edited(Job job) {
        return new JobBuilder(job).editSpec();
    }

    private static JobFluent<JobBuilder>.SpecNested<JobBuilder> indexed(int completions) {
        return edited(Samples.job("work", completions, completions)).withCompletionMode("Indexed");
    }
}
