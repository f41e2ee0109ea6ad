package dev.setpoint.scheduler.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.scheduler.cluster.ClusterState;
import dev.setpoint.scheduler.cluster.Fixtures;
import dev.setpoint.scheduler.cluster.NodeFacts;
import dev.setpoint.scheduler.cluster.NodeInfo;
import dev.setpoint.scheduler.cluster.PendingPod;
import dev.setpoint.scheduler.cluster.Siblings;
import dev.setpoint.scheduler.plugin.NodePicker.Choice;
import dev.setpoint.scheduler.volume.TestVolumes;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PodTopologySpreadTest {
    private static final String ZONE = "zone";

    private final ClusterState cluster = new ClusterState();
    private final NodePicker picker = new NodePicker(cluster, TestVolumes.profile(), new SplittableRandom(1));

    @BeforeEach
    void threeNodesInTwoZones() {
        add("a1", "a");
        add("a2", "a");
        add("b1", "b");
    }

    @Test
    void noDomainHasMoreThanTheSkewAboveTheEmptiest() {
        Map<String, Integer> zones = new TreeMap<>();
        for (int i = 0; i < 9; i++) {
            PendingPod pod = spreading("web-" + i, 1, null);
            NodeInfo node = ((Choice.Found) picker.pick(pod)).node();
            cluster.assume(pod.pod(), node.name());
            zones.merge(node.name().substring(0, 1), 1, Integer::sum);
            assertThat(Math.abs(zones.getOrDefault("a", 0) - zones.getOrDefault("b", 0)))
                    .isLessThanOrEqualTo(1);
        }
    }

    @Test
    void saysWhyNodesAreRefused() {
        add("nowhere", null);
        cluster.observe(Fixtures.pending("w1", Map.of()).pod(), "b1");
        cluster.put(new NodeFacts(
                "a1",
                Map.of(ZONE, "a"),
                List.of(),
                true,
                cluster.node("a1").orElseThrow().facts().allocatable(),
                9,
                Map.of()));
        cluster.removeNode("a2");

        assertThat(picker.pick(spreading("w2", 1, null)))
                .isInstanceOfSatisfying(
                        Choice.NoneFits.class,
                        none -> assertThat(none.diagnosis().message(""))
                                .isEqualTo(
                                        "0/3 nodes are available: 1 node(s) didn't match pod topology spread constraints,"
                                                + " 1 node(s) didn't match pod topology spread constraints (missing required label),"
                                                + " 1 node(s) were unschedulable."));
    }

    @Test
    void withTooFewDomainsTheEmptiestCountsAsEmpty() {
        cluster.observe(Fixtures.pending("w1", Map.of()).pod(), "a1");
        cluster.observe(Fixtures.pending("w2", Map.of()).pod(), "b1");

        assertThat(picker.pick(spreading("w3", 1, null))).isInstanceOf(Choice.Found.class);
        assertThat(picker.pick(spreading("w3", 1, 3))).isInstanceOf(Choice.NoneFits.class);
    }

    @Test
    void aPodThatLeavesOrANodeThatComesMayHelp() {
        PodTopologySpread spread = new PodTopologySpread(Siblings.UNKNOWN);
        PendingPod pod = spreading("web", 1, null);
        NodeInfo node = cluster.nodes().getFirst();
        var matching = Fixtures.pending("other", Map.of()).pod();

        assertThat(spread.mayHelp(pod, new ClusterChange.PodRemoved(matching, node)))
                .isTrue();
        assertThat(spread.mayHelp(pod, new ClusterChange.PodPlaced(matching))).isTrue();
        assertThat(spread.mayHelp(pod, new ClusterChange.PodPlaced(matching.with(Map.of("app", "x"), false))))
                .isFalse();
        assertThat(spread.mayHelp(
                        pod, new ClusterChange.PodUpdated(matching, matching.with(Map.of("app", "x"), false), node)))
                .isTrue();
        assertThat(spread.mayHelp(pod, new ClusterChange.NodeAdded(node.facts())))
                .isTrue();
        assertThat(spread.mayHelp(pod, new ClusterChange.NodeAdded(NodeFacts.read(Fixtures.node("x", "1", "1Gi", 1)))))
                .isFalse();
    }

    private void add(String name, @Nullable String zone) {
        NodeBuilder builder = new NodeBuilder(Fixtures.node(name, "8", "8Gi", 110));
        if (zone != null) {
            builder.editMetadata().addToLabels(ZONE, zone).endMetadata();
        }
        cluster.put(NodeFacts.read(builder.build()));
    }

    private static PendingPod spreading(String name, int maxSkew, @Nullable Integer minDomains) {
        return PendingPod.read(new PodBuilder(Fixtures.pod(name, Map.of()))
                .editSpec()
                .addNewTopologySpreadConstraint()
                .withTopologyKey(ZONE)
                .withMaxSkew(maxSkew)
                .withMinDomains(minDomains)
                .withWhenUnsatisfiable("DoNotSchedule")
                .withNewLabelSelector()
                .addToMatchLabels("app", "demo")
                .endLabelSelector()
                .endTopologySpreadConstraint()
                .endSpec()
                .build());
    }
}
