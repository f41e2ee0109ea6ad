package dev.setpoint.scheduler.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.scheduler.cluster.ClusterState;
import dev.setpoint.scheduler.cluster.Fixtures;
import dev.setpoint.scheduler.cluster.NodeFacts;
import dev.setpoint.scheduler.cluster.PendingPod;
import dev.setpoint.scheduler.plugin.NodePicker.Choice;
import dev.setpoint.scheduler.volume.TestVolumes;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Each filter through the whole search, with the words that people read.
class FilterTest {
    private final ClusterState cluster = new ClusterState();
    private final NodePicker picker = new NodePicker(cluster, TestVolumes.profile(), new SplittableRandom(1));

    @Test
    void withoutNodesThereIsNothingToCount() {
        assertThat(message(Fixtures.pod("web", Map.of()))).isEqualTo("no nodes available to schedule pods");
    }

    @Test
    void reasonsAreCountedAndSorted() {
        add(Fixtures.node("small", "1", "1Gi", 10));
        add(Fixtures.node("full", "8", "8Gi", 0));
        add(cordoned(Fixtures.node("cordoned", "8", "8Gi", 10)));

        assertThat(message(Fixtures.pod("web", Map.of("cpu", "2", "memory", "2Gi"))))
                .isEqualTo("0/3 nodes are available: 1 Insufficient cpu, 1 Insufficient memory, 1 Too many pods,"
                        + " 1 node(s) were unschedulable.");
    }

    @Test
    void countsDecideTheOrderBeforeTheWords() {
        add(Fixtures.node("a", "1", "1Gi", 10));
        add(Fixtures.node("b", "1", "1Gi", 10));
        add(tainted(Fixtures.node("c", "8", "8Gi", 10), "NoSchedule"));

        assertThat(message(Fixtures.pod("web", Map.of("cpu", "2"))))
                .isEqualTo("0/3 nodes are available: 1 node(s) had untolerated taint(s), 2 Insufficient cpu.");
    }

    @Test
    void aTaintIsToleratedByKeyValueAndEffect() {
        add(tainted(Fixtures.node("n1", "8", "8Gi", 10), "NoExecute"));
        Pod pod = Fixtures.pod("web", Map.of());

        assertThat(picks(pod)).isFalse();
        assertThat(picks(tolerating(pod, "dedicated", "Equal", "gpu", "NoExecute")))
                .isTrue();
        assertThat(picks(tolerating(pod, "dedicated", "Equal", "other", "NoExecute")))
                .isFalse();
        assertThat(picks(tolerating(pod, "dedicated", "Exists", "", "NoSchedule")))
                .isFalse();
        assertThat(picks(tolerating(pod, "dedicated", "Exists", "", ""))).isTrue();
        assertThat(picks(tolerating(pod, "", "Exists", "", ""))).isTrue();
        assertThat(picks(tolerating(pod, "dedicated", "Gt", "1", ""))).isFalse();
    }

    @Test
    void aCordonedNodeTakesOnlyPodsThatTolerateTheCordon() {
        add(cordoned(Fixtures.node("n1", "8", "8Gi", 10)));
        Pod pod = Fixtures.pod("web", Map.of());

        assertThat(picks(pod)).isFalse();
        assertThat(picks(tolerating(pod, "node.kubernetes.io/unschedulable", "Exists", "", "NoSchedule")))
                .isTrue();
    }

    @Test
    void aPodThatNamesItsNodeLooksAtNoOther() {
        add(Fixtures.node("n1", "1", "1Gi", 10));
        add(Fixtures.node("n2", "1", "1Gi", 10));
        Pod pod = named(Fixtures.pod("daemon", Map.of("cpu", "2")), "n1");

        assertThat(message(pod))
                .isEqualTo("0/2 nodes are available: 1 Insufficient cpu,"
                        + " 1 node(s) didn't satisfy plugin(s) [NodeAffinity].");
        assertThat(picks(named(Fixtures.pod("daemon", Map.of()), "n1"))).isTrue();
        assertThat(message(named(Fixtures.pod("daemon", Map.of()), "gone")))
                .isEqualTo("0/2 nodes are available: 2 node(s) didn't satisfy plugin(s) [NodeAffinity].");
    }

    @Test
    void aNodeWithoutTheSelectedLabelDoesNotDo() {
        add(Fixtures.node("n1", "1", "1Gi", 10));
        Pod pod = new PodBuilder(Fixtures.pod("web", Map.of()))
                .editSpec()
                .addToNodeSelector("disk", "ssd")
                .endSpec()
                .build();

        assertThat(message(pod))
                .isEqualTo("0/1 nodes are available: 1 node(s) didn't match Pod's node affinity/selector.");
    }

    @Test
    void hostPortsAreTakenOncePerAddress() {
        add(Fixtures.node("n1", "8", "8Gi", 10));
        cluster.observe(PendingPod.read(withHostPort("first", 80, "10.0.0.1")).pod(), "n1");

        assertThat(picks(withHostPort("second", 80, "10.0.0.2"))).isTrue();
        assertThat(picks(withHostPort("second", 81, ""))).isTrue();
        assertThat(message(withHostPort("second", 80, "")))
                .isEqualTo(
                        "0/1 nodes are available:" + " 1 node(s) didn't have free ports for the requested pod ports.");
    }

    @Test
    void extendedResourcesAreCountedByName() {
        add(new NodeBuilder(Fixtures.node("n1", "8", "8Gi", 10))
                .editStatus()
                .addToAllocatable("example.com/gpu", new Quantity("1"))
                .endStatus()
                .build());
        Pod wanting = Fixtures.pod("first", Map.of("example.com/gpu", "1"));
        assertThat(picks(wanting)).isTrue();

        cluster.observe(PendingPod.read(wanting).pod(), "n1");

        assertThat(message(Fixtures.pod("second", Map.of("example.com/gpu", "1"))))
                .isEqualTo("0/1 nodes are available: 1 Insufficient example.com/gpu.");
    }

    @Test
    void aPodThatRequestsNothingFitsWhereMoreIsTakenThanOffered() {
        add(Fixtures.node("n1", "1", "1Gi", 10));
        cluster.observe(Fixtures.pending("large", Map.of("cpu", "2")).pod(), "n1");

        assertThat(picks(Fixtures.pod("small", Map.of()))).isTrue();
        assertThat(picks(Fixtures.pod("small", Map.of("memory", "1Gi")))).isTrue();
        assertThat(picks(Fixtures.pod("small", Map.of("cpu", "1m")))).isFalse();
    }

    @Test
    void onlyWhatOthersHoldCanBeResolvedByTheirLeaving() {
        add(Fixtures.node("taken", "2", "8Gi", 10));
        cluster.observe(Fixtures.pending("large", Map.of("cpu", "2")).pod(), "taken");
        add(Fixtures.node("small", "1", "8Gi", 10));
        PendingPod pod = Fixtures.pending("web", Map.of("cpu", "2"));

        assertThat(picker.reject(pod, cluster.node("taken").orElseThrow()))
                .isNotNull()
                .matches(Rejection::resolvable);
        assertThat(picker.reject(pod, cluster.node("small").orElseThrow()))
                .isNotNull()
                .matches(rejection -> !rejection.resolvable());
    }

    private void add(Node node) {
        cluster.put(NodeFacts.read(node));
    }

    private boolean picks(Pod pod) {
        return picker.pick(PendingPod.read(pod)) instanceof Choice.Found;
    }

    private String message(Pod pod) {
        return switch (picker.pick(PendingPod.read(pod))) {
            case Choice.Found(var node) -> "found " + node;
            case Choice.NoneFits(var diagnosis) -> diagnosis.message("");
        };
    }

    private static Node cordoned(Node node) {
        return new NodeBuilder(node)
                .editSpec()
                .withUnschedulable(true)
                .endSpec()
                .build();
    }

    private static Node tainted(Node node, String effect) {
        return new NodeBuilder(node)
                .editSpec()
                .addNewTaint()
                .withKey("dedicated")
                .withValue("gpu")
                .withEffect(effect)
                .endTaint()
                .endSpec()
                .build();
    }

    private static Pod tolerating(Pod pod, String key, String operator, String value, String effect) {
        return new PodBuilder(pod)
                .editSpec()
                .addNewToleration()
                .withKey(key)
                .withOperator(operator)
                .withValue(value)
                .withEffect(effect)
                .endToleration()
                .endSpec()
                .build();
    }

    private static Pod named(Pod pod, String node) {
        return new PodBuilder(pod)
                .editSpec()
                .withNewAffinity()
                .withNewNodeAffinity()
                .withNewRequiredDuringSchedulingIgnoredDuringExecution()
                .addNewNodeSelectorTerm()
                .addNewMatchField()
                .withKey("metadata.name")
                .withOperator("In")
                .withValues(node)
                .endMatchField()
                .endNodeSelectorTerm()
                .endRequiredDuringSchedulingIgnoredDuringExecution()
                .endNodeAffinity()
                .endAffinity()
                .endSpec()
                .build();
    }

    private static Pod withHostPort(String name, int port, String ip) {
        return new PodBuilder(Fixtures.pod(name, Map.of()))
                .editSpec()
                .editFirstContainer()
                .addNewPort()
                .withContainerPort(80)
                .withHostPort(port)
                .withHostIP(ip)
                .endPort()
                .endContainer()
                .endSpec()
                .build();
    }
}
