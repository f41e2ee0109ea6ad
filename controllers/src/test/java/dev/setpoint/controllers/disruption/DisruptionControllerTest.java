package dev.setpoint.controllers.disruption;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.controllers.LoopWorld;
import dev.setpoint.controllers.Mortality;
import dev.setpoint.controllers.replicaset.ReplicaSetController;
import dev.setpoint.controllers.workload.Samples;
import dev.setpoint.machinery.time.Timestamps;
import dev.setpoint.resources.ResourceTable;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class DisruptionControllerTest {
    private static final ObjectKey BUDGET = new ObjectKey(Samples.NAMESPACE, "b");

    private static LoopWorld world(Mortality mortality) {
        LoopWorld world = new LoopWorld(
                mortality,
                (env, as) -> List.of(
                        ReplicaSetController.of(env, as.account("replicaset-controller")),
                        DisruptionController.of(env, as.account("disruption-controller"), ResourceTable.builtIn())));
        world.create(Samples.replicaSet("web", 10));
        world.settle();
        world.makePodsReady();
        world.settle();
        return world;
    }

    @ParameterizedTest
    @EnumSource
    void aShareIsOneOfWhatTheControllerWants(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            world.create(budget().withNewSpec()
                    .withSelector(Samples.selector("web"))
                    .withMaxUnavailable(new IntOrString("25%"))
                    .endSpec()
                    .build());
            world.settle();
            PodDisruptionBudgetStatus status = status(world);
            assertThat(status.getExpectedPods()).isEqualTo(10);
            assertThat(status.getDesiredHealthy()).isEqualTo(7);
            assertThat(status.getDisruptionsAllowed()).isEqualTo(3);
            assertThat(status.getConditions().getFirst().getReason()).isEqualTo("SufficientPods");
            world.assertQuiet();
        }
    }

    @ParameterizedTest
    @EnumSource
    void anEvictionThatNobodyFollowsUpIsForgotten(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            world.create(budget().withNewSpec()
                    .withSelector(Samples.selector("web"))
                    .withMinAvailable(new IntOrString(9))
                    .endSpec()
                    .build());
            world.settle();
            assertThat(status(world).getDisruptionsAllowed()).isEqualTo(1);
            String pod = world.names(Pod.class).getFirst();
            PodDisruptionBudget budget =
                    world.objects(PodDisruptionBudget.class).get(BUDGET);
            world.objects(PodDisruptionBudget.class)
                    .updateStatus(budget.edit()
                            .editStatus()
                            .withDisruptionsAllowed(0)
                            .withDisruptedPods(Map.of(pod, Timestamps.seconds(world.env.wallTime())))
                            .endStatus()
                            .build());
            world.settle();
            assertThat(status(world).getCurrentHealthy()).isEqualTo(9);
            assertThat(status(world).getDisruptionsAllowed()).isZero();
            world.pass(Duration.ofMinutes(3));
            assertThat(status(world).getCurrentHealthy()).isEqualTo(10);
            assertThat(status(world).getDisruptedPods()).isNullOrEmpty();
            world.assertQuiet();
        }
    }

    @ParameterizedTest
    @EnumSource
    void podsOfAnUnknownControllerStopEverything(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            world.create(Samples.pod("stray", Map.of("app", "web"))
                    .edit()
                    .editMetadata()
                    .withOwnerReferences(new OwnerReferenceBuilder()
                            .withApiVersion("example.com/v1")
                            .withKind("Thing")
                            .withName("x")
                            .withUid("u")
                            .withController(true)
                            .build())
                    .endMetadata()
                    .build());
            world.create(budget().withNewSpec()
                    .withSelector(Samples.selector("web"))
                    .withMaxUnavailable(new IntOrString("25%"))
                    .endSpec()
                    .build());
            world.settle();
            assertThat(status(world).getDisruptionsAllowed()).isZero();
            assertThat(status(world).getConditions().getFirst().getMessage())
                    .isEqualTo("found no controllers for pod \"stray\"");
        }
    }

    private static PodDisruptionBudgetStatus status(LoopWorld world) {
        return world.objects(PodDisruptionBudget.class).get(BUDGET).getStatus();
    }

    private static PodDisruptionBudgetBuilder budget() {
        return new PodDisruptionBudgetBuilder()
                .withNewMetadata()
                .withNamespace(Samples.NAMESPACE)
                .withName("b")
                .endMetadata();
    }
}
