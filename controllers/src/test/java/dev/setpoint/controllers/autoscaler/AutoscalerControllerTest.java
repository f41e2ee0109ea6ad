package dev.setpoint.controllers.autoscaler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.controllers.LoopWorld;
import dev.setpoint.controllers.Mortality;
import dev.setpoint.controllers.deployment.DeploymentController;
import dev.setpoint.controllers.replicaset.ReplicaSetController;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.Pods;
import dev.setpoint.controllers.workload.Samples;
import dev.setpoint.machinery.time.Timestamps;
import dev.setpoint.resources.ResourceTable;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerBuilder;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerCondition;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerStatus;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class AutoscalerControllerTest {
    private static final String CPU_USAGE = "usage.setpoint.dev/cpu";
    private static final ObjectKey WEB = new ObjectKey(Samples.NAMESPACE, "web");

    private static LoopWorld world(Mortality mortality, int replicas) {
        LoopWorld world = new LoopWorld(
                mortality,
                (env, as) -> List.of(
                        DeploymentController.of(env, as.account("deployment-controller")),
                        ReplicaSetController.of(env, as.account("replicaset-controller")),
                        AutoscalerController.of(
                                env, as.account("horizontal-pod-autoscaler"), ResourceTable.builtIn())));
        Deployment deployment = Samples.deployment("web", replicas);
        world.create(deployment
                .edit()
                .editSpec()
                .editTemplate()
                .editSpec()
                .editFirstContainer()
                .withNewResources()
                .addToRequests("cpu", new Quantity("1"))
                .endResources()
                .endContainer()
                .endSpec()
                .endTemplate()
                .endSpec()
                .build());
        return world;
    }

    @ParameterizedTest
    @EnumSource
    void threePodsAtTwiceTheirTargetBecomeSix(Mortality mortality) {
        try (LoopWorld world = world(mortality, 3)) {
            world.create(autoscaler(2, 6).build());
            run(world, Duration.ofMinutes(1), "1400m");
            assertThat(replicas(world)).isEqualTo(6);
            assertThat(status(world)
                            .getCurrentMetrics()
                            .getFirst()
                            .getResource()
                            .getCurrent()
                            .getAverageUtilization())
                    .isEqualTo(140);
            if (mortality == Mortality.IMMORTAL) {
                assertThat(world.events())
                        .contains(
                                "Normal SuccessfulRescale New size: 6; reason: cpu resource utilization (percentage of"
                                        + " request) above target");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aSizeBeyondTheMaximumIsBroughtBack(Mortality mortality) {
        try (LoopWorld world = world(mortality, 7)) {
            world.create(autoscaler(1, 5).build());
            run(world, Duration.ofMinutes(1), "700m");
            assertThat(replicas(world)).isEqualTo(5);
            run(world, Duration.ofMinutes(9), "700m"); // Until what it proposed at first has left the window.
            world.assertQuiet();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shrinkingWaitsForItsWindow(Mortality mortality) {
        try (LoopWorld world = world(mortality, 6)) {
            world.create(autoscaler(1, 10).build());
            run(world, Duration.ofMinutes(4), "70m");
            assertThat(replicas(world)).isEqualTo(6);
            run(world, Duration.ofMinutes(12), "70m");
            assertThat(replicas(world)).isEqualTo(1);
        }
    }

    @Test
    void shrinkingGoesByTenPercentAMinuteWhereTheBehaviourSaysSo() {
        try (LoopWorld world = world(Mortality.IMMORTAL, 20)) {
            world.create(autoscaler(1, 20)
                    .editSpec()
                    .withNewBehavior()
                    .withNewScaleDown()
                    .withStabilizationWindowSeconds(120)
                    .addNewPolicy(60, "Percent", 10)
                    .endScaleDown()
                    .endBehavior()
                    .endSpec()
                    .build());
            Map<Integer, Duration> since = new LinkedHashMap<>();
            for (int step = 0; step < 60; step++) {
                since.putIfAbsent(replicas(world), Duration.ofSeconds(10L * step));
                run(world, Duration.ofSeconds(10), "70m");
            }
            List<Duration> times = List.copyOf(since.values());
            assertThat(since.keySet()).startsWith(20, 18, 16, 14, 12, 10, 9);
            assertThat(times.get(1)).as("the window").isBetween(Duration.ofSeconds(120), Duration.ofSeconds(150));
            for (int index = 2; index < times.size(); index++) {
                assertThat(times.get(index).minus(times.get(index - 1)))
                        .as("between two sizes")
                        .isBetween(Duration.ofSeconds(60), Duration.ofSeconds(80));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void withoutMetricsItSaysSo(Mortality mortality) {
        try (LoopWorld world = world(mortality, 1)) {
            world.create(autoscaler(1, 3).build());
            world.pass(Duration.ofMinutes(1));
            assertThat(status(world).getConditions())
                    .extracting(
                            HorizontalPodAutoscalerCondition::getType,
                            HorizontalPodAutoscalerCondition::getStatus,
                            HorizontalPodAutoscalerCondition::getReason,
                            HorizontalPodAutoscalerCondition::getMessage)
                    .containsExactly(
                            tuple(
                                    "AbleToScale",
                                    "True",
                                    "SucceededGetScale",
                                    "the HPA controller was able to get the target's current scale"),
                            tuple(
                                    "ScalingActive",
                                    "False",
                                    "FailedGetResourceMetric",
                                    "the HPA was unable to compute the replica count: failed to get cpu utilization:"
                                            + " unable to get metrics for resource cpu: no metrics returned from"
                                            + " resource metrics API"));
            assertThat(status(world).getCurrentReplicas()).isEqualTo(1);
            assertSaidOnce(world);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aTargetThatIsNotThereIsTold(Mortality mortality) {
        try (LoopWorld world = world(mortality, 1)) {
            world.create(autoscaler(1, 3)
                    .editSpec()
                    .editScaleTargetRef()
                    .withName("none")
                    .endScaleTargetRef()
                    .endSpec()
                    .build());
            world.pass(Duration.ofMinutes(1));
            assertThat(status(world).getConditions().getFirst().getMessage())
                    .isEqualTo("the HPA controller was unable to get the target's current scale: deployments.apps"
                            + " \"none\" not found");
            assertSaidOnce(world);
        }
    }

    /// It looks every quarter of a minute, finds the same, and has no more to write.
    private static void assertSaidOnce(LoopWorld world) {
        long said = world.faults.count("update", "horizontalpodautoscalers");
        world.pass(Duration.ofMinutes(1));
        assertThat(world.faults.count("update", "horizontalpodautoscalers")).isEqualTo(said);
    }

    /// Time passes, and each pod uses so much.
    private static void run(LoopWorld world, Duration time, String used) {
        for (Duration left = time; left.isPositive(); left = left.minusSeconds(10)) {
            world.all(Pod.class).stream().filter(pod -> !Pods.ready(pod)).forEach(pod -> start(world, pod));
            world.all(Pod.class).forEach(pod -> measure(world, pod, used));
            world.pass(Duration.ofSeconds(10));
        }
    }

    /// It has been running for long.
    private static void start(LoopWorld world, Pod pod) {
        String before = Timestamps.seconds(world.env.wallTime().minusSeconds(3600));
        world.objects(Pod.class)
                .updateStatus(pod.edit()
                        .withNewStatus()
                        .withPhase("Running")
                        .withStartTime(before)
                        .addNewCondition()
                        .withType("Ready")
                        .withStatus("True")
                        .withLastTransitionTime(before)
                        .endCondition()
                        .endStatus()
                        .build());
    }

    /// The first measure lasts.
    private static void measure(LoopWorld world, Pod pod, String used) {
        Pod now = world.objects(Pod.class).get(ObjectKey.of(pod));
        if (!Metadata.annotations(now).containsKey(CPU_USAGE)) {
            world.objects(Pod.class)
                    .update(now.edit()
                            .editMetadata()
                            .addToAnnotations(CPU_USAGE, used)
                            .endMetadata()
                            .build());
        }
    }

    private static int replicas(LoopWorld world) {
        return world.objects(Deployment.class).get(WEB).getSpec().getReplicas();
    }

    private static HorizontalPodAutoscalerStatus status(LoopWorld world) {
        return world.objects(HorizontalPodAutoscaler.class).get(WEB).getStatus();
    }

    private static HorizontalPodAutoscalerBuilder autoscaler(int least, int greatest) {
        return new HorizontalPodAutoscalerBuilder()
                .withNewMetadata()
                .withNamespace(Samples.NAMESPACE)
                .withName("web")
                .endMetadata()
                .withNewSpec()
                .withMinReplicas(least)
                .withMaxReplicas(greatest)
                .withNewScaleTargetRef("apps/v1", "Deployment", "web")
                .addNewMetric()
                .withType("Resource")
                .withNewResource()
                .withName("cpu")
                .withNewTarget()
                .withType("Utilization")
                .withAverageUtilization(70)
                .endTarget()
                .endResource()
                .endMetric()
                .endSpec();
    }
}
