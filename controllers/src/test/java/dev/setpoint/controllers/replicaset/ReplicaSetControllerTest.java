package dev.setpoint.controllers.replicaset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.testing.FaultSwitches;
import dev.setpoint.controllers.LoopWorld;
import dev.setpoint.controllers.Mortality;
import dev.setpoint.controllers.workload.ControllerReferences;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.Samples;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.GroupResource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetCondition;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class ReplicaSetControllerTest {
    private static final ObjectKey WEB = new ObjectKey(Samples.NAMESPACE, "web");

    private static LoopWorld world(Mortality mortality) {
        return new LoopWorld(
                mortality, (env, as) -> List.of(ReplicaSetController.of(env, as.account("replicaset-controller"))));
    }

    @ParameterizedTest
    @EnumSource
    void createsWhatIsMissingAndReportsIt(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            world.create(Samples.replicaSet("web", 3));
            world.settle();
            assertThat(world.names(Pod.class)).hasSize(3).allMatch(name -> name.matches("web-[a-z0-9]{5}"));
            assertThat(world.created("pods")).isEqualTo(3);
            assertThat(status(world))
                    .extracting(
                            ReplicaSetStatus::getReplicas,
                            ReplicaSetStatus::getFullyLabeledReplicas,
                            ReplicaSetStatus::getReadyReplicas,
                            ReplicaSetStatus::getTerminatingReplicas,
                            ReplicaSetStatus::getObservedGeneration)
                    .containsExactly(3, 3, null, 0, 1L);
            world.makePodsReady();
            world.settle();
            assertThat(status(world))
                    .extracting(ReplicaSetStatus::getReadyReplicas, ReplicaSetStatus::getAvailableReplicas)
                    .containsExactly(3, 3);
            world.assertQuiet();
        }
    }

    @ParameterizedTest
    @EnumSource
    void followsItsSizeBothWays(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            world.create(Samples.replicaSet("web", 2));
            world.settle();
            world.makePodsReady();
            List<String> ready = world.names(Pod.class);
            resize(world, 5);
            world.settle();
            assertThat(world.created("pods")).isEqualTo(5);
            resize(world, 2);
            world.settle();
            assertThat(world.names(Pod.class)).as("unready pods go first").isEqualTo(ready);
            assertThat(world.created("pods")).isEqualTo(5);
            assertThat(status(world).getReplicas()).isEqualTo(2);
            world.assertQuiet();
        }
    }

    @ParameterizedTest
    @EnumSource
    void replacesADeletedPod(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            world.create(Samples.replicaSet("web", 3));
            world.settle();
            world.objects(Pod.class).delete(world.all(Pod.class).getFirst());
            world.settle();
            assertThat(world.names(Pod.class)).hasSize(3);
            assertThat(world.created("pods")).isEqualTo(4);
            world.assertQuiet();
        }
    }

    @ParameterizedTest
    @EnumSource
    void adoptsAndReleases(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            world.create(Samples.pod("orphan", Map.of("app", "web")));
            world.create(Samples.replicaSet("web", 2));
            world.settle();
            assertThat(world.created("pods")).as("the orphan and one more").isEqualTo(2);
            assertThat(world.all(Pod.class))
                    .allMatch(pod -> ControllerReferences.controls(
                            world.objects(ReplicaSet.class).get(WEB), pod));

            Pod orphan = world.objects(Pod.class).get(new ObjectKey(Samples.NAMESPACE, "orphan"));
            world.objects(Pod.class)
                    .update(orphan.edit()
                            .editMetadata()
                            .addToLabels("app", "else")
                            .endMetadata()
                            .build());
            world.settle();
            assertThat(ControllerReferences.controllerOf(
                            world.objects(Pod.class).get(ObjectKey.of(orphan))))
                    .isEmpty();
            assertThat(world.names(Pod.class)).as("replaced").hasSize(3);
            world.assertQuiet();
        }
    }

    @Test
    void anOrphanThatAppearsLaterIsTakenInsteadOfAPod() {
        try (LoopWorld world = world(Mortality.IMMORTAL)) {
            world.create(Samples.replicaSet("web", 1));
            world.settle();
            world.makePodsReady();
            world.create(Samples.pod("orphan", Map.of("app", "web")));
            world.settle();
            assertThat(world.names(Pod.class)).as("adopted, and then too many").doesNotContain("orphan");
            assertThat(world.names(Pod.class)).hasSize(1);
        }
    }

    @Test
    void availabilityComesWithTime() {
        try (LoopWorld world = world(Mortality.IMMORTAL)) {
            ReplicaSet patient = Samples.replicaSet("web", 1);
            patient.getSpec().setMinReadySeconds(60);
            world.create(patient);
            world.settle();
            world.makePodsReady();
            world.settle();
            assertThat(status(world).getReadyReplicas()).isEqualTo(1);
            assertThat(status(world).getAvailableReplicas()).isNull();
            world.pass(Duration.ofSeconds(61));
            assertThat(status(world).getAvailableReplicas()).isEqualTo(1);
            world.assertQuiet();
        }
    }

    @Test
    void saysWhatItDoesInKubernetesWords() {
        try (LoopWorld world = world(Mortality.IMMORTAL)) {
            world.create(Samples.replicaSet("web", 1));
            world.settle();
            String pod = world.names(Pod.class).getFirst();
            resize(world, 0);
            world.settle();
            assertThat(world.events())
                    .containsExactlyInAnyOrder(
                            "Normal SuccessfulCreate Created pod: " + pod,
                            "Normal SuccessfulDelete Deleted pod: " + pod);
        }
    }

    @Test
    void aRefusedPodIsACondition() {
        try (LoopWorld world = world(Mortality.IMMORTAL)) {
            ApiError quota = new ApiError.Forbidden(new GroupResource("", "pods"), "", "exceeded quota: none");
            for (int refused = 0; refused < 4; refused++) {
                world.faults.failNext(call -> call.is("create", "pods"), quota, FaultSwitches.When.BEFORE);
            }
            world.create(Samples.replicaSet("web", 3));
            world.env.settle();
            assertThat(status(world).getConditions())
                    .extracting(
                            ReplicaSetCondition::getType,
                            ReplicaSetCondition::getReason,
                            ReplicaSetCondition::getMessage)
                    .containsExactly(
                            tuple("ReplicaFailure", "FailedCreate", "pods is forbidden: exceeded quota: none"));
            assertThat(world.created("pods"))
                    .as("one attempt in a run, and no run for the change of the status")
                    .isEqualTo(1);
            world.settle();
            assertThat(status(world).getConditions())
                    .as("the next run succeeds")
                    .isEmpty();
            assertThat(world.names(Pod.class)).hasSize(3);
            assertThat(world.events())
                    .contains("Warning FailedCreate Error creating: pods is forbidden: exceeded quota: none");
        }
    }

    private static ReplicaSetStatus status(LoopWorld world) {
        return world.objects(ReplicaSet.class).get(WEB).getStatus();
    }

    private static void resize(LoopWorld world, int replicas) {
        ReplicaSet set = world.objects(ReplicaSet.class).get(WEB);
        assertThat(Metadata.name(set)).isEqualTo("web");
        world.objects(ReplicaSet.class)
                .update(set.edit().editSpec().withReplicas(replicas).endSpec().build());
    }
}
