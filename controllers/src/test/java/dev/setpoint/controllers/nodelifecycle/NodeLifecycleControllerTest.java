package dev.setpoint.controllers.nodelifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.apiserver.testing.TestCluster;
import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.Typed;
import dev.setpoint.client.TypedClient;
import dev.setpoint.controllers.LoopWorld;
import dev.setpoint.controllers.Mortality;
import dev.setpoint.controllers.podgc.PodGcController;
import dev.setpoint.controllers.tainteviction.TaintEvictionController;
import dev.setpoint.controllers.workload.Pods;
import dev.setpoint.controllers.workload.Samples;
import dev.setpoint.reconcile.Loops;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.TaintBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Nodes that go silent, and what becomes of their pods: the three loops together.
final class NodeLifecycleControllerTest {
    private static final String LOOKS = "controller_runtime_reconcile_total";
    private static final ObjectKey DEAD = ObjectKey.cluster("dead");

    private static LoopWorld world(Mortality mortality) {
        LoopWorld world = new LoopWorld(
                mortality,
                (env, as) -> List.of(
                        NodeLifecycleController.of(env, as.account("node-controller")),
                        TaintEvictionController.of(env, as.account("node-controller")),
                        PodGcController.of(env, as.account("pod-garbage-collector"))));
        for (String name : List.of("alive", "dead")) {
            world.create(node(name));
            world.create(new LeaseBuilder()
                    .withNewMetadata()
                    .withNamespace("kube-node-lease")
                    .withName(name)
                    .endMetadata()
                    .withNewSpec()
                    .withLeaseTransitions(0)
                    .endSpec()
                    .build());
        }
        return world;
    }

    private static Node node(String name) {
        return new NodeBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .endSpec()
                .withNewStatus()
                .addNewCondition()
                .withType("Ready")
                .withStatus("True")
                .endCondition()
                .endStatus()
                .build();
    }

    /// Time passes, and only the named nodes say that they live.
    private static void live(LoopWorld world, Duration time, String... alive) {
        for (Duration left = time; left.isPositive(); left = left.minusSeconds(10)) {
            for (String name : alive) {
                Lease lease = world.objects(Lease.class).get(new ObjectKey("kube-node-lease", name));
                world.objects(Lease.class)
                        .update(lease.edit()
                                .editSpec()
                                .withLeaseTransitions(lease.getSpec().getLeaseTransitions() + 1)
                                .endSpec()
                                .build());
            }
            world.pass(Duration.ofSeconds(10));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aSilentNodeIsNoticedAndItsPodsLeave(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            world.create(pod("tolerant", 300L));
            world.create(pod("forever", null));
            live(world, Duration.ofSeconds(100), "alive", "dead");
            assertThat(taints(world)).isEmpty();
            live(world, Duration.ofMinutes(2), "alive");
            Node dead = world.objects(Node.class).get(DEAD);
            assertThat(NodeConditions.status(NodeConditions.of(dead), "Ready")).isEqualTo("Unknown");
            assertThat(taints(world))
                    .containsExactlyInAnyOrder(
                            "node.kubernetes.io/unreachable:NoSchedule", "node.kubernetes.io/unreachable:NoExecute");
            assertThat(world.all(Pod.class)).as("pods that count as ready").noneMatch(Pods::ready);
            live(world, Duration.ofSeconds(400), "alive");
            assertThat(world.names(Pod.class)).containsExactly("forever");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aNodeThatComesBackIsForgiven(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            live(world, Duration.ofMinutes(2), "alive");
            assertThat(taints(world)).isNotEmpty();
            Node dead = world.objects(Node.class).get(DEAD);
            world.objects(Node.class)
                    .updateStatus(dead.edit()
                            .editStatus()
                            .editMatchingCondition(
                                    condition -> condition.getType().equals("Ready"))
                            .withStatus("True")
                            .endCondition()
                            .endStatus()
                            .build());
            live(world, Duration.ofSeconds(30), "alive", "dead");
            assertThat(taints(world)).isEmpty();
        }
    }

    /// A look at all for each of them would be a square: 5,000 nodes, 17 of which speak every second.
    @Test
    void manyNodesThatSpeakAreLookedAtTogether() {
        int count = 200;
        Metrics metrics = new Metrics();
        try (TestCluster cluster = TestCluster.create(42)) {
            BatonEnv env = cluster.env();
            TypedClient<Node> nodes = Typed.of(Node.class).over(cluster.admin());
            IntStream.range(0, count).forEach(number -> {
                nodes.create(node("node-" + number));
                nodes.updateStatus(node("node-" + number));
            });
            BatonEnv process = env.child("process");
            User manager = User.of("system:kube-controller-manager", User.AUTHENTICATED);
            User account = User.serviceAccount("kube-system", "node-controller");
            Loops loops = new Loops(process, cluster.client(process, manager, "process"), metrics);
            loops.add(NodeLifecycleController.of(process, loops.as(cluster.client(process, account, "process"))));
            loops.start();
            env.advance(Duration.ofSeconds(1));
            long before = metrics.total(LOOKS);
            for (int number = 0; number < count; number++) {
                Node node = nodes.get(ObjectKey.cluster("node-" + number));
                nodes.updateStatus(node.edit()
                        .editStatus()
                        .editFirstCondition()
                        .withLastHeartbeatTime("2026-01-01T00:00:00Z")
                        .endCondition()
                        .endStatus()
                        .build());
                env.advance(Duration.ofMillis(1));
            }
            env.advance(Duration.ofSeconds(1));
            assertThat(metrics.total(LOOKS) - before).isBetween(1L, 3L);
        }
    }

    /// Nobody is left to take the pods: most likely it is not the nodes that failed.
    @ParameterizedTest
    @EnumSource
    void whenAllNodesAreSilentNobodyIsDrivenOff(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            live(world, Duration.ofMinutes(5));
            assertThat(taints(world)).containsExactly("node.kubernetes.io/unreachable:NoSchedule");
            world.assertQuiet();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aTaintThatIsNotToleratedDrivesOffAtOnce(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            world.create(pod("tolerant", 300L));
            world.create(pod("mirror", 300L)
                    .edit()
                    .editMetadata()
                    .addToAnnotations("kubernetes.io/config.mirror", "x")
                    .endMetadata()
                    .build());
            Node node = world.objects(Node.class).get(DEAD);
            world.objects(Node.class)
                    .update(node.edit()
                            .editSpec()
                            .withTaints(new TaintBuilder()
                                    .withKey("mine")
                                    .withEffect("NoExecute")
                                    .build())
                            .endSpec()
                            .build());
            live(world, Duration.ofSeconds(10), "alive", "dead");
            assertThat(world.names(Pod.class)).containsExactly("mirror");
        }
    }

    @ParameterizedTest
    @EnumSource
    void thePodsOfALostNodeAreCollected(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            world.create(pod("orphan", null));
            live(world, Duration.ofSeconds(20), "alive", "dead");
            world.objects(Node.class).delete(DEAD, DeleteOptions.DEFAULT);
            live(world, Duration.ofSeconds(30), "alive");
            assertThat(world.names(Pod.class)).as("within the quarantine").containsExactly("orphan");
            live(world, Duration.ofMinutes(2), "alive");
            assertThat(world.names(Pod.class)).isEmpty();
        }
    }

    private static List<String> taints(LoopWorld world) {
        return NodeTaints.of(world.objects(Node.class).get(DEAD)).stream()
                .map(taint -> taint.getKey() + ":" + taint.getEffect())
                .toList();
    }

    private static Pod pod(String name, @Nullable Long seconds) {
        Pod pod = Samples.ready(Samples.pod(name, Map.of("app", "web")), "dead", Samples.NOW);
        return new PodBuilder(pod)
                .editSpec()
                .addNewToleration()
                .withKey("node.kubernetes.io/unreachable")
                .withOperator("Exists")
                .withEffect("NoExecute")
                .withTolerationSeconds(seconds)
                .endToleration()
                .endSpec()
                .build();
    }
}
