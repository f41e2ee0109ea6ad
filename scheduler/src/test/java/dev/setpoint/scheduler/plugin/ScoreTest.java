package dev.setpoint.scheduler.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.scheduler.cluster.ClusterState;
import dev.setpoint.scheduler.cluster.Fixtures;
import dev.setpoint.scheduler.cluster.NodeFacts;
import dev.setpoint.scheduler.cluster.NodeInfo;
import dev.setpoint.scheduler.cluster.PendingPod;
import dev.setpoint.scheduler.cluster.PodSelector;
import dev.setpoint.scheduler.cluster.Siblings;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ScoreTest {
    private static final Siblings BY_APP = pod -> PodSelector.equal(Map.of("app", "demo"));

    private final ClusterState cluster = new ClusterState();

    @Test
    void leastAllocatedIsTheMeanOfTheFreeShares() {
        add(Fixtures.node("n1", "4", "10000", 10));
        cluster.observe(
                Fixtures.pending("other", Map.of("cpu", "1", "memory", "2000")).pod(), "n1");

        // CPU: (4000 - 3000) / 4000 = 25 %, memory: (10000 - 5000) / 10000 = 50 %.
        assertThat(scores(
                        new NodeResourcesFit.LeastAllocated(),
                        Fixtures.pending("web", Map.of("cpu", "2", "memory", "3000"))))
                .containsExactly(37);
    }

    @Test
    void balanceIsJudgedByWhatThePodChanges() {
        add(Fixtures.node("cpu-heavy", "10", "10000", 10));
        add(Fixtures.node("even", "10", "10000", 10));
        cluster.observe(Fixtures.pending("other", Map.of("cpu", "4")).pod(), "cpu-heavy");

        // cpu-heavy: 80 before, 100 after: 50 + (50 + 20) / 2. even: 100 before, 80 after: 50 + (50 - 20) / 2.
        assertThat(scores(new NodeResourcesFit.BalancedAllocation(), Fixtures.pending("web", Map.of("memory", "4000"))))
                .containsExactly(85, 65);
    }

    @Test
    void podsWithoutRequestsAreNotBalanced() {
        add(Fixtures.node("n1", "10", "10000", 10));

        assertThat(new NodeResourcesFit.BalancedAllocation()
                        .prepare(Fixtures.pending("web", Map.of()), cluster, cluster.nodes()))
                .isEmpty();
    }

    @Test
    void fewerTaintsThatAskNotToBeUsedAreBetter() {
        add(preferNot(Fixtures.node("a", "1", "1Gi", 1), 2));
        add(preferNot(Fixtures.node("b", "1", "1Gi", 1), 1));
        add(Fixtures.node("c", "1", "1Gi", 1));

        assertThat(scores(new TaintToleration(), Fixtures.pending("web", Map.of())))
                .containsExactly(0, 50, 100);
    }

    @Test
    void preferredNodesScoreByTheSumOfTheWeights() {
        add(labelled(Fixtures.node("a", "1", "1Gi", 1), "disk", "ssd"));
        add(labelled(labelled(Fixtures.node("b", "1", "1Gi", 1), "disk", "ssd"), "zone", "z"));
        add(Fixtures.node("c", "1", "1Gi", 1));
        PendingPod pod = PendingPod.read(new PodBuilder(Fixtures.pod("web", Map.of()))
                .editSpec()
                .withNewAffinity()
                .withNewNodeAffinity()
                .addNewPreferredDuringSchedulingIgnoredDuringExecution()
                .withWeight(10)
                .withNewPreference()
                .addToMatchExpressions(new NodeSelectorRequirement("disk", "In", List.of("ssd")))
                .endPreference()
                .endPreferredDuringSchedulingIgnoredDuringExecution()
                .addNewPreferredDuringSchedulingIgnoredDuringExecution()
                .withWeight(30)
                .withNewPreference()
                .addToMatchExpressions(new NodeSelectorRequirement("zone", "Exists", List.of()))
                .endPreference()
                .endPreferredDuringSchedulingIgnoredDuringExecution()
                .endNodeAffinity()
                .endAffinity()
                .endSpec()
                .build());

        assertThat(scores(new NodeAffinity(), pod)).containsExactly(25, 100, 0);
    }

    @Test
    void imagesCountByTheirSizeAndHowManyNodesHaveThem() {
        long megabyte = 1 << 20;
        add(withImage(Fixtures.node("a", "1", "1Gi", 1), "nginx:latest", 500 * megabyte));
        add(withImage(Fixtures.node("b", "1", "1Gi", 1), "nginx:latest", 500 * megabyte));
        add(Fixtures.node("c", "1", "1Gi", 1));
        add(Fixtures.node("d", "1", "1Gi", 1));

        // Half of the nodes have it: 250 MB count, of the range from 23 MB to 1000 MB.
        assertThat(scores(new ImageLocality(), Fixtures.pending("web", Map.of())))
                .containsExactly(23, 23, 0, 0);
    }

    @Test
    void withoutConstraintsPodsThatBelongTogetherSpreadOverNodes() {
        add(Fixtures.node("a", "8", "8Gi", 10));
        add(Fixtures.node("b", "8", "8Gi", 10));
        add(Fixtures.node("c", "8", "8Gi", 10));
        place("w1", "a");
        place("w2", "a");
        place("w3", "b");

        // Each pod weighs ln(3 + 2) = 1.61, the skew adds 2: 5, 4 and 2. The best gets 100 * (5 + 2 - 2) / 5.
        assertThat(scores(new PodTopologySpread(BY_APP), Fixtures.pending("web", Map.of())))
                .containsExactly(40, 60, 100);
    }

    @Test
    void zonesAreSpreadBesideNodes() {
        add(labelled(Fixtures.node("a", "8", "8Gi", 10), "topology.kubernetes.io/zone", "east"));
        add(labelled(Fixtures.node("b", "8", "8Gi", 10), "topology.kubernetes.io/zone", "east"));
        add(labelled(Fixtures.node("c", "8", "8Gi", 10), "topology.kubernetes.io/zone", "west"));
        place("w1", "a");

        List<NodeInfo> nodes = cluster.nodes();
        assertThat(nodes).extracting(NodeInfo::name).containsExactly("a", "c", "b");
        // a: 1.61 + 2 + 1.39 + 4 = 9, c: 2 + 4 = 6, b: 2 + 1.39 + 4 = 7.
        assertThat(scores(new PodTopologySpread(BY_APP), Fixtures.pending("web", Map.of())))
                .containsExactly(66, 100, 88);
    }

    @Test
    void podsThatGoAwayDoNotCount() {
        add(Fixtures.node("a", "8", "8Gi", 10));
        add(Fixtures.node("b", "8", "8Gi", 10));
        cluster.observe(Fixtures.pending("w1", Map.of()).pod().with(Map.of("app", "demo"), true), "a");

        assertThat(scores(new PodTopologySpread(BY_APP), Fixtures.pending("web", Map.of())))
                .containsExactly(100, 100);
    }

    private void place(String name, String node) {
        cluster.observe(Fixtures.pending(name, Map.of()).pod(), node);
    }

    private long[] scores(Score score, PendingPod pod) {
        List<NodeInfo> nodes = cluster.nodes();
        Optional<Score.Scoring> scoring = score.prepare(pod, cluster, nodes);
        long[] scores = nodes.stream()
                .mapToLong(node -> scoring.orElseThrow().score(node))
                .toArray();
        scoring.orElseThrow().normalize(nodes, scores);
        return scores;
    }

    private void add(Node node) {
        cluster.put(NodeFacts.read(node));
    }

    private static Node preferNot(Node node, int taints) {
        NodeBuilder builder = new NodeBuilder(node);
        for (int i = 0; i < taints; i++) {
            builder.editSpec()
                    .addNewTaint()
                    .withKey("taint-" + i)
                    .withEffect("PreferNoSchedule")
                    .endTaint()
                    .endSpec();
        }
        return builder.build();
    }

    private static Node labelled(Node node, String key, String value) {
        return new NodeBuilder(node)
                .editMetadata()
                .addToLabels(key, value)
                .endMetadata()
                .build();
    }

    private static Node withImage(Node node, String name, long size) {
        return new NodeBuilder(node)
                .editStatus()
                .addNewImage()
                .withNames(name)
                .withSizeBytes(size)
                .endImage()
                .endStatus()
                .build();
    }
}
