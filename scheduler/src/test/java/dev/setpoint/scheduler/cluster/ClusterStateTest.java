package dev.setpoint.scheduler.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.client.ObjectKey;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterStateTest {
    private static final ObjectKey WEB = new ObjectKey("default", "web");

    private final ClusterState cluster = new ClusterState();

    @Test
    void anAssumedPodCountsAtOnceAndIsForgottenWhole() {
        cluster.put(NodeFacts.read(Fixtures.node("n1", "4", "8Gi", 10)));
        PodInfo pod = Fixtures.pending("web", Map.of("cpu", "1")).pod();

        cluster.assume(pod, "n1");
        assertThat(node("n1").requested().milliCpu()).isEqualTo(1000);
        assertThat(node("n1").podCount()).isEqualTo(1);

        cluster.forget(WEB);
        assertThat(node("n1").requested()).isEqualTo(Resources.NONE);
        assertThat(cluster.placed(WEB)).isEmpty();
    }

    @Test
    void whatTheApiConfirmedIsNotForgotten() {
        cluster.put(NodeFacts.read(Fixtures.node("n1", "4", "8Gi", 10)));
        PodInfo pod = Fixtures.pending("web", Map.of("cpu", "1")).pod();
        cluster.assume(pod, "n1");

        cluster.observe(pod, "n1");
        cluster.forget(WEB);

        assertThat(cluster.placed(WEB)).hasValueSatisfying(placed -> {
            assertThat(placed.assumed()).isFalse();
            assertThat(placed.node().name()).isEqualTo("n1");
        });
        assertThat(node("n1").podCount()).isEqualTo(1);
    }

    @Test
    void theApiOverrulesAnAssumption() {
        cluster.put(NodeFacts.read(Fixtures.node("n1", "4", "8Gi", 10)));
        cluster.put(NodeFacts.read(Fixtures.node("n2", "4", "8Gi", 10)));
        PodInfo pod = Fixtures.pending("web", Map.of("cpu", "1")).pod();
        cluster.assume(pod, "n1");

        cluster.observe(pod, "n2");

        assertThat(node("n1").podCount()).isZero();
        assertThat(node("n2").requested().milliCpu()).isEqualTo(1000);
    }

    @Test
    void aPodCannotBeAssumedTwice() {
        PodInfo pod = Fixtures.pending("web", Map.of()).pod();
        cluster.assume(pod, "n1");

        assertThatThrownBy(() -> cluster.assume(pod, "n1")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void podsOfANodeThatIsNotKnownYetCountWhenItComes() {
        cluster.observe(Fixtures.pending("web", Map.of("cpu", "1")).pod(), "n1");
        assertThat(cluster.nodes()).isEmpty();
        assertThat(cluster.node("n1")).isEmpty();

        cluster.put(NodeFacts.read(Fixtures.node("n1", "4", "8Gi", 10)));

        assertThat(node("n1").requested().milliCpu()).isEqualTo(1000);
    }

    @Test
    void nodesComeZoneByZoneInTurn() {
        for (String name : List.of("a1", "a2", "a3", "b1", "c1", "c2")) {
            cluster.put(NodeFacts.read(new NodeBuilder(Fixtures.node(name, "1", "1Gi", 1))
                    .editMetadata()
                    .addToLabels("topology.kubernetes.io/zone", name.substring(0, 1))
                    .endMetadata()
                    .build()));
        }

        assertThat(cluster.nodes()).extracting(NodeInfo::name).containsExactly("a1", "b1", "c1", "a2", "c2", "a3");
    }

    @Test
    void imagesAreCountedByTheNodesThatHaveThem() {
        NodeFacts with = NodeFacts.read(new NodeBuilder(Fixtures.node("n1", "1", "1Gi", 1))
                .editStatus()
                .addNewImage()
                .withNames("nginx:1", "nginx@sha256:1")
                .withSizeBytes(100L)
                .endImage()
                .endStatus()
                .build());
        cluster.put(with);
        cluster.put(NodeFacts.read(Fixtures.node("n2", "1", "1Gi", 1)));
        assertThat(cluster.nodesWithImage("nginx:1")).isEqualTo(1);

        cluster.put(NodeFacts.read(Fixtures.node("n1", "1", "1Gi", 1)));

        assertThat(cluster.nodesWithImage("nginx:1")).isZero();
    }

    /// Whatever comes and goes in whatever order, the tallies are what a recount gives.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void talliesEqualARecount(long seed) {
        RandomGenerator random = new SplittableRandom(seed);
        Map<ObjectKey, String> model = new TreeMap<>(); // Pod to node.
        Map<ObjectKey, PodInfo> infos = new TreeMap<>();
        List<String> nodeNames = List.of("n0", "n1", "n2", "n3");
        for (int step = 0; step < 400; step++) {
            String nodeName = nodeNames.get(random.nextInt(nodeNames.size()));
            PodInfo pod = randomPod(random);
            switch (random.nextInt(6)) {
                case 0 -> cluster.put(NodeFacts.read(Fixtures.node(nodeName, "8", "16Gi", 20)));
                case 1 -> cluster.removeNode(nodeName);
                case 2 -> {
                    cluster.remove(pod.key());
                    model.remove(pod.key());
                }
                case 3 -> {
                    if (cluster.placed(pod.key()).isEmpty()) {
                        cluster.assume(pod, nodeName);
                        cluster.forget(pod.key());
                    }
                }
                default -> {
                    cluster.observe(pod, nodeName);
                    model.put(pod.key(), nodeName);
                    infos.put(pod.key(), pod);
                }
            }
            assertRecount(seed, model, infos);
        }
    }

    private void assertRecount(long seed, Map<ObjectKey, String> model, Map<ObjectKey, PodInfo> infos) {
        for (NodeInfo node : cluster.nodes()) {
            Resources requested = Resources.NONE;
            Resources scoring = Resources.NONE;
            List<HostPort> ports = new ArrayList<>();
            int labelled = 0;
            for (Map.Entry<ObjectKey, String> entry : model.entrySet()) {
                if (entry.getValue().equals(node.name())) {
                    PodInfo pod = Objects.requireNonNull(infos.get(entry.getKey()));
                    requested = requested.plus(pod.held());
                    scoring = scoring.plus(pod.scoring());
                    ports.addAll(pod.hostPorts());
                    labelled += "one".equals(pod.labels().get("tier")) && !pod.terminating() ? 1 : 0;
                }
            }
            assertThat(node.requested()).as("seed %d", seed).isEqualTo(requested);
            assertThat(node.scoring()).as("seed %d", seed).isEqualTo(scoring);
            assertThat(node.hostPorts()).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(ports);
            int[] counts = cluster.count("default", PodSelector.equal(Map.of("tier", "one")));
            assertThat(counts[node.position()]).as("seed %d", seed).isEqualTo(labelled);
        }
    }

    private static PodInfo randomPod(RandomGenerator random) {
        int number = random.nextInt(12);
        return new PodInfo(
                new ObjectKey("default", "pod-" + number),
                "uid-" + number,
                1,
                Map.of("tier", random.nextBoolean() ? "one" : "two"),
                random.nextInt(4) == 0,
                0,
                new Resources(random.nextInt(500), random.nextInt(500), random.nextInt(2))
                        .withScalar("example.com/gpu", random.nextInt(2)),
                false,
                new Resources(random.nextInt(500), 0, 0),
                random.nextInt(3) == 0 ? List.of(new HostPort("0.0.0.0", "TCP", 80 + random.nextInt(2))) : List.of(),
                PodAffinity.NONE,
                List.of());
    }

    private NodeInfo node(String name) {
        return cluster.node(name).orElseThrow();
    }
}
