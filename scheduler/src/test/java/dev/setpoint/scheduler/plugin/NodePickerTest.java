package dev.setpoint.scheduler.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.scheduler.cluster.ClusterState;
import dev.setpoint.scheduler.cluster.Fixtures;
import dev.setpoint.scheduler.cluster.NodeFacts;
import dev.setpoint.scheduler.cluster.NodeInfo;
import dev.setpoint.scheduler.cluster.PendingPod;
import dev.setpoint.scheduler.cluster.Resources;
import dev.setpoint.scheduler.plugin.NodePicker.Choice;
import dev.setpoint.scheduler.volume.TestVolumes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NodePickerTest {
    private final ClusterState cluster = new ClusterState();

    @ParameterizedTest
    @CsvSource({"3,3", "99,99", "100,100", "200,100", "1000,420", "5000,500", "6000,300", "15000,750"})
    void looksAtAPartOfManyNodes(int nodes, int enough) {
        assertThat(NodePicker.enough(nodes)).isEqualTo(enough);
    }

    @Test
    void spreadsOverNodesThatAreEqual() {
        NodePicker picker = picker(1);
        for (int i = 0; i < 10; i++) {
            cluster.put(NodeFacts.read(Fixtures.node("n" + i, "8", "8Gi", 110)));
        }
        TreeSet<String> chosen = new TreeSet<>();
        for (int i = 0; i < 10; i++) {
            chosen.add(place(picker, Fixtures.pending("web-" + i, Map.of("cpu", "1", "memory", "1Gi")))
                    .name());
        }

        assertThat(chosen).hasSize(10);
    }

    @Test
    void equalNodesAreChosenByLotAndTheLotComesFromTheSeed() {
        for (int i = 0; i < 5; i++) {
            cluster.put(NodeFacts.read(Fixtures.node("n" + i, "8", "8Gi", 110)));
        }
        List<String> once = choices(picker(7));

        assertThat(new TreeSet<>(once)).hasSize(5);
        assertThat(choices(picker(7))).isEqualTo(once);
        assertThat(choices(picker(8))).isNotEqualTo(once);
    }

    private List<String> choices(NodePicker picker) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            names.add(((Choice.Found) picker.pick(Fixtures.pending("web", Map.of())))
                    .node()
                    .name());
        }
        return names;
    }

    @Test
    void everyNodeOfALargeClusterHasItsTurn() {
        NodePicker picker = picker(3);
        for (int i = 0; i < 1000; i++) {
            cluster.put(NodeFacts.read(Fixtures.node("n" + i, "8", "8Gi", 1)));
        }
        for (int i = 0; i < 1000; i++) {
            place(picker, Fixtures.pending("web-" + i, Map.of()));
        }

        assertThat(cluster.nodes()).allMatch(node -> node.podCount() == 1);
        assertThat(picker.pick(Fixtures.pending("one-too-many", Map.of()))).isInstanceOf(Choice.NoneFits.class);
    }

    /// Random pods come and go on random nodes: no node ever holds more than it offers, and whenever no node is found
    /// none has room.
    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void neverOvercommitsAndNeverOverlooksRoom(long seed) {
        RandomGenerator random = new SplittableRandom(seed);
        NodePicker picker = picker(seed);
        for (int i = 0; i < 1 + random.nextInt(12); i++) {
            cluster.put(NodeFacts.read(Fixtures.node(
                    "n" + i, Integer.toString(1 + random.nextInt(8)), (1 + random.nextInt(16)) + "Gi", 8)));
        }
        List<ObjectKey> placed = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            if (!placed.isEmpty() && random.nextInt(3) == 0) {
                cluster.remove(placed.remove(random.nextInt(placed.size())));
            }
            PendingPod pod = Fixtures.pending(
                    "pod-" + i, Map.of("cpu", random.nextInt(2500) + "m", "memory", random.nextInt(4000) + "Mi"));
            switch (picker.pick(pod)) {
                case Choice.Found(var node) -> {
                    cluster.assume(pod.pod(), node.name());
                    placed.add(pod.pod().key());
                }
                case Choice.NoneFits(var diagnosis) -> {
                    assertThat(diagnosis.rejected()).hasSize(cluster.nodes().size());
                    assertThat(cluster.nodes()).as("seed %d", seed).noneMatch(node -> hasRoom(node, pod));
                }
            }
            assertThat(cluster.nodes()).as("seed %d", seed).allMatch(NodePickerTest::isWithinLimits);
        }
    }

    private static boolean hasRoom(NodeInfo node, PendingPod pod) {
        Resources offered = node.facts().allocatable();
        Resources needed = node.requested().plus(pod.pod().held());
        return node.podCount() < node.facts().allowedPods()
                && needed.milliCpu() <= offered.milliCpu()
                && needed.memory() <= offered.memory();
    }

    private static boolean isWithinLimits(NodeInfo node) {
        Resources offered = node.facts().allocatable();
        return node.requested().milliCpu() <= offered.milliCpu()
                && node.requested().memory() <= offered.memory()
                && node.podCount() <= node.facts().allowedPods();
    }

    private NodeInfo place(NodePicker picker, PendingPod pod) {
        NodeInfo node = ((Choice.Found) picker.pick(pod)).node();
        cluster.assume(pod.pod(), node.name());
        return node;
    }

    private NodePicker picker(long seed) {
        return new NodePicker(cluster, TestVolumes.profile(), new SplittableRandom(seed));
    }
}
