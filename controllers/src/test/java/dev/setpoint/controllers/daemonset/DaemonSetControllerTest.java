package dev.setpoint.controllers.daemonset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.controllers.LoopWorld;
import dev.setpoint.controllers.Mortality;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.Pods;
import dev.setpoint.controllers.workload.Samples;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.ControllerRevision;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.DaemonSetBuilder;
import io.fabric8.kubernetes.api.model.apps.DaemonSetStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class DaemonSetControllerTest {
    private static final ObjectKey AGENT = new ObjectKey(Samples.NAMESPACE, "agent");

    private static LoopWorld world(Mortality mortality, int nodes) {
        LoopWorld world = new LoopWorld(
                mortality, (env, as) -> List.of(DaemonSetController.of(env, as.account("daemon-set-controller"))));
        for (int index = 1; index <= nodes; index++) {
            world.createNode(Samples.node("n" + index, Map.of("pool", "a")));
        }
        return world;
    }

    @ParameterizedTest
    @EnumSource
    void keepsOnePodOnEveryNode(Mortality mortality) {
        try (LoopWorld world = world(mortality, 3)) {
            world.create(Samples.daemonSet("agent"));
            world.settle();
            assertThat(nodes(world)).containsExactly("n1", "n2", "n3");
            assertThat(world.created("pods")).isEqualTo(3);
            world.makePodsReady();
            world.settle();
            assertThat(status(world))
                    .extracting(
                            DaemonSetStatus::getDesiredNumberScheduled,
                            DaemonSetStatus::getCurrentNumberScheduled,
                            DaemonSetStatus::getNumberReady,
                            DaemonSetStatus::getNumberAvailable,
                            DaemonSetStatus::getNumberUnavailable,
                            DaemonSetStatus::getUpdatedNumberScheduled)
                    .containsExactly(3, 3, 3, 3, null, 3);
            world.createNode(Samples.node("n4", Map.of()));
            world.settle();
            assertThat(nodes(world)).as("a new node").containsExactly("n1", "n2", "n3", "n4");
            world.objects(Node.class).delete(world.objects(Node.class).get(new ObjectKey("", "n4")));
            world.settle();
            assertThat(nodes(world)).as("it is gone").containsExactly("n1", "n2", "n3");
            world.assertQuiet();
        }
    }

    @ParameterizedTest
    @EnumSource
    void followsLabelsAndTaints(Mortality mortality) {
        try (LoopWorld world = world(mortality, 2)) {
            world.create(new DaemonSetBuilder(Samples.daemonSet("agent"))
                    .editSpec()
                    .editTemplate()
                    .editSpec()
                    .addToNodeSelector("pool", "a")
                    .endSpec()
                    .endTemplate()
                    .endSpec()
                    .build());
            world.settle();
            assertThat(nodes(world)).containsExactly("n1", "n2");
            relabel(world, "n1", "pool", "b");
            world.settle();
            assertThat(nodes(world)).containsExactly("n2");
            taint(world, "n2", "NoSchedule");
            world.settle();
            assertThat(nodes(world)).as("what runs may stay").containsExactly("n2");
            assertThat(status(world))
                    .extracting(DaemonSetStatus::getDesiredNumberScheduled, DaemonSetStatus::getNumberMisscheduled)
                    .containsExactly(0, 1);
            taint(world, "n2", "NoExecute");
            world.settle();
            assertThat(nodes(world)).isEmpty();
            world.assertQuiet();
        }
    }

    @ParameterizedTest
    @EnumSource
    void replacesNodeByNodeAndRollsBack(Mortality mortality) {
        try (LoopWorld world = world(mortality, 3)) {
            world.create(Samples.daemonSet("agent"));
            world.settle();
            world.makePodsReady();
            world.settle();
            setImage(world, "image:2");
            for (int round = 1; round <= 3; round++) {
                world.settle();
                assertThat(world.all(Pod.class).stream().filter(Pods::ready)).hasSize(2);
                assertThat(images(world)).filteredOn("image:2"::equals).hasSize(round);
                world.makePodsReady();
            }
            world.settle();
            assertThat(images(world)).containsOnly("image:2");
            assertThat(world.created("pods")).isEqualTo(6);
            setImage(world, "image:1");
            world.settle();
            assertThat(world.all(ControllerRevision.class))
                    .extracting(ControllerRevision::getRevision)
                    .as("the first one is the third now")
                    .containsExactlyInAnyOrder(2L, 3L);
        }
    }

    @ParameterizedTest
    @EnumSource
    void surgesBesideWhatRuns(Mortality mortality) {
        try (LoopWorld world = world(mortality, 2)) {
            world.create(new DaemonSetBuilder(Samples.daemonSet("agent"))
                    .editSpec()
                    .editUpdateStrategy()
                    .editRollingUpdate()
                    .withMaxSurge(new IntOrString(1))
                    .withMaxUnavailable(new IntOrString(0))
                    .endRollingUpdate()
                    .endUpdateStrategy()
                    .endSpec()
                    .build());
            world.settle();
            world.makePodsReady();
            world.settle();
            setImage(world, "image:2");
            world.settle();
            assertThat(world.names(Pod.class))
                    .as("one more than there are nodes")
                    .hasSize(3);
            world.makePodsReady();
            world.settle();
            assertThat(world.names(Pod.class)).as("the next").hasSize(3);
            assertThat(images(world)).filteredOn("image:2"::equals).hasSize(2);
            world.makePodsReady();
            world.settle();
            assertThat(images(world)).containsExactly("image:2", "image:2");
            assertThat(world.created("pods")).isEqualTo(4);
            world.assertQuiet();
        }
    }

    @ParameterizedTest
    @EnumSource
    void onDeleteLeavesTheReplacingToOthers(Mortality mortality) {
        try (LoopWorld world = world(mortality, 2)) {
            world.create(new DaemonSetBuilder(Samples.daemonSet("agent"))
                    .editSpec()
                    .withNewUpdateStrategy()
                    .withType("OnDelete")
                    .endUpdateStrategy()
                    .endSpec()
                    .build());
            world.settle();
            world.makePodsReady();
            world.settle();
            setImage(world, "image:2");
            world.settle();
            assertThat(images(world)).containsOnly("image:1");
            world.objects(Pod.class).delete(world.all(Pod.class).getFirst());
            world.settle();
            assertThat(images(world)).containsExactlyInAnyOrder("image:1", "image:2");
        }
    }

    @Test
    void whatFailsAgainAndAgainIsReplacedMoreAndMoreSlowly() {
        try (LoopWorld world = world(Mortality.IMMORTAL, 1)) {
            world.create(Samples.daemonSet("agent"));
            world.settle();
            for (int round = 0; round < 6; round++) {
                world.finish(world.all(Pod.class).getFirst(), 1);
                world.pass(Duration.ofMinutes(1));
            }
            assertThat(world.created("pods")).isEqualTo(7);
            for (int round = 0; round < 2; round++) {
                world.finish(world.all(Pod.class).getFirst(), 1);
                world.pass(Duration.ofSeconds(2));
            }
            assertThat(world.all(Pod.class)).as("it waits").allMatch(Pods::finished);
            assertThat(world.events())
                    .anyMatch(event -> event.startsWith("Warning FailedDaemonPod Found failed daemon pod test/agent-"));
        }
    }

    private static DaemonSetStatus status(LoopWorld world) {
        return world.objects(DaemonSet.class).get(AGENT).getStatus();
    }

    private static List<String> nodes(LoopWorld world) {
        return world.all(Pod.class).stream()
                .map(pod -> DaemonTemplates.node(pod).orElse(""))
                .sorted()
                .toList();
    }

    private static List<String> images(LoopWorld world) {
        return world.all(Pod.class).stream()
                .map(pod -> pod.getSpec().getContainers().getFirst().getImage())
                .toList();
    }

    private static void setImage(LoopWorld world, String image) {
        DaemonSet set = world.objects(DaemonSet.class).get(AGENT);
        assertThat(Metadata.name(set)).isEqualTo("agent");
        world.objects(DaemonSet.class)
                .update(new DaemonSetBuilder(set)
                        .editSpec()
                        .withTemplate(Samples.template("agent", image))
                        .endSpec()
                        .build());
    }

    private static void relabel(LoopWorld world, String node, String label, String value) {
        Node found = world.objects(Node.class).get(new ObjectKey("", node));
        world.objects(Node.class)
                .update(new NodeBuilder(found)
                        .editMetadata()
                        .addToLabels(label, value)
                        .endMetadata()
                        .build());
    }

    private static void taint(LoopWorld world, String node, String effect) {
        Node found = world.objects(Node.class).get(new ObjectKey("", node));
        world.objects(Node.class)
                .update(new NodeBuilder(found)
                        .editSpec()
                        .addNewTaint()
                        .withKey("example.com/" + effect)
                        .withEffect(effect)
                        .endTaint()
                        .endSpec()
                        .build());
    }
}
