package dev.setpoint.scheduler.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.scheduler.cluster.ClusterState;
import dev.setpoint.scheduler.cluster.Fixtures;
import dev.setpoint.scheduler.cluster.NodeFacts;
import dev.setpoint.scheduler.cluster.NodeInfo;
import dev.setpoint.scheduler.cluster.PendingPod;
import dev.setpoint.scheduler.cluster.PodInfo;
import dev.setpoint.scheduler.volume.TestVolumes;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodAffinityTermBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.WeightedPodAffinityTerm;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class InterPodAffinityTest {
    private static final String HOST = "kubernetes.io/hostname";
    private static final String ZONE = "topology.kubernetes.io/zone";

    private final ClusterState cluster = new ClusterState();
    private final NodePicker picker = new NodePicker(cluster, TestVolumes.profile(), new SplittableRandom(1));

    @BeforeEach
    void threeNodesInTwoZones() {
        cluster.put(NodeFacts.read(Fixtures.zoned("a1", "a")));
        cluster.put(NodeFacts.read(Fixtures.zoned("a2", "a")));
        cluster.put(NodeFacts.read(Fixtures.zoned("b1", "b")));
    }

    @Test
    void keepsApartOnTheSameHost() {
        place(Fixtures.labelled("first", "web"), "a1");

        Pod pod = Fixtures.apart(Fixtures.labelled("second", "web"), Fixtures.term("web", HOST));

        assertThat(reasons(pod, "a1")).containsExactly("node(s) didn't match pod anti-affinity rules");
        assertThat(reasons(pod, "a2")).isEmpty();
    }

    @Test
    void keepsApartInTheWholeZone() {
        place(Fixtures.labelled("first", "web"), "a1");

        Pod pod = Fixtures.apart(Fixtures.labelled("second", "web"), Fixtures.term("web", ZONE));

        assertThat(reasons(pod, "a2")).containsExactly("node(s) didn't match pod anti-affinity rules");
        assertThat(reasons(pod, "b1")).isEmpty();
    }

    @Test
    void aPodThatIsThereKeepsOthersAway() {
        place(Fixtures.apart(Fixtures.labelled("hermit", "hermit"), Fixtures.term("web", HOST)), "a1");

        Pod pod = Fixtures.labelled("web", "web");

        assertThat(reasons(pod, "a1")).containsExactly("node(s) didn't satisfy existing pods anti-affinity rules");
        assertThat(reasons(Fixtures.labelled("db", "db"), "a1")).isEmpty();
    }

    @Test
    void comesNearThoseThatItNeeds() {
        place(Fixtures.labelled("db", "db"), "b1");

        Pod pod = Fixtures.near(Fixtures.labelled("web", "web"), Fixtures.term("db", ZONE));

        assertThat(reasons(pod, "a1")).containsExactly("node(s) didn't match pod affinity rules");
        assertThat(reasons(pod, "b1")).isEmpty();
    }

    @Test
    void theFirstOfAGroupMayGoAnywhereWithALabel() {
        Pod pod = Fixtures.near(Fixtures.labelled("web", "web"), Fixtures.term("web", ZONE));
        cluster.put(NodeFacts.read(Fixtures.node("nowhere", "8", "8Gi", 10)));

        assertThat(reasons(pod, "a1")).isEmpty();
        assertThat(reasons(pod, "nowhere")).containsExactly("node(s) didn't match pod affinity rules");
        assertThat(reasons(Fixtures.near(Fixtures.labelled("web", "web"), Fixtures.term("db", ZONE)), "a1"))
                .isNotEmpty();
    }

    @Test
    void onlyPodsThatAllTermsMeanCount() {
        place(Fixtures.labelled("db", "db"), "a1");
        Pod both = new PodBuilder(Fixtures.labelled("both", "db"))
                .editMetadata()
                .addToLabels("fast", "yes")
                .endMetadata()
                .build();
        place(both, "b1");
        var fast = new PodAffinityTermBuilder(Fixtures.term("db", HOST))
                .withLabelSelector(new LabelSelectorBuilder()
                        .addToMatchLabels("fast", "yes")
                        .build())
                .build();

        Pod pod = Fixtures.near(Fixtures.labelled("web", "web"), Fixtures.term("db", HOST), fast);

        assertThat(reasons(pod, "a1")).isNotEmpty();
        assertThat(reasons(pod, "b1")).isEmpty();
    }

    @Test
    void namespacesAreNamedOrSelectedByLabels() {
        Pod elsewhere = new PodBuilder(Fixtures.labelled("other", "web"))
                .editMetadata()
                .withNamespace("shop")
                .endMetadata()
                .build();
        place(elsewhere, "a1");
        cluster.putNamespace("shop", Map.of("team", "blue"));
        var own = Fixtures.term("web", HOST);
        var named = new PodAffinityTermBuilder(own).withNamespaces("shop").build();
        var selected = new PodAffinityTermBuilder(own)
                .withNewNamespaceSelector()
                .addToMatchLabels("team", "blue")
                .endNamespaceSelector()
                .build();
        var unselected = new PodAffinityTermBuilder(own)
                .withNewNamespaceSelector()
                .addToMatchLabels("team", "red")
                .endNamespaceSelector()
                .build();

        Pod pod = Fixtures.labelled("web", "web");

        assertThat(reasons(Fixtures.apart(pod, own), "a1")).isEmpty();
        assertThat(reasons(Fixtures.apart(pod, named), "a1")).isNotEmpty();
        assertThat(reasons(Fixtures.apart(pod, selected), "a1")).isNotEmpty();
        assertThat(reasons(Fixtures.apart(pod, unselected), "a1")).isEmpty();
    }

    @Test
    void prefersWhatItLikesAndWhoLikesIt() {
        place(Fixtures.labelled("db", "db"), "a1");
        place(Fixtures.near(Fixtures.labelled("cache", "cache"), Fixtures.term("web", HOST)), "b1");
        Pod pod = new PodBuilder(Fixtures.labelled("web", "web"))
                .editSpec()
                .withNewAffinity()
                .withNewPodAffinity()
                .addToPreferredDuringSchedulingIgnoredDuringExecution(
                        new WeightedPodAffinityTerm(Fixtures.term("db", HOST), 10))
                .endPodAffinity()
                .endAffinity()
                .endSpec()
                .build();

        assertThat(scores(pod)).containsExactly(100L, 10L, 0L); // a1 is liked ten times as much as b1 likes it.
    }

    @Test
    void withoutAnyTermsAllNodesAreEquallyGood() {
        place(Fixtures.labelled("db", "db"), "a1");

        assertThat(new InterPodAffinity(1).prepare(pending(Fixtures.labelled("web", "web")), cluster, cluster.nodes()))
                .isEmpty();
    }

    @Test
    void wakesWhenTheOneItCouldNotBearLeaves() {
        InterPodAffinity plugin = new InterPodAffinity(1);
        PendingPod waiting = pending(Fixtures.apart(Fixtures.labelled("second", "web"), Fixtures.term("web", HOST)));
        NodeInfo node = cluster.node("a1").orElseThrow();

        assertThat(plugin.mayHelp(waiting, new ClusterChange.PodRemoved(info(Fixtures.labelled("x", "web")), node)))
                .isTrue();
        assertThat(plugin.mayHelp(waiting, new ClusterChange.PodRemoved(info(Fixtures.labelled("x", "db")), node)))
                .isFalse();
    }

    private List<Long> scores(Pod pod) {
        List<NodeInfo> nodes = cluster.nodes();
        Score.Scoring scoring =
                new InterPodAffinity(1).prepare(pending(pod), cluster, nodes).orElseThrow();
        long[] scores = nodes.stream().mapToLong(scoring::score).toArray();
        scoring.normalize(nodes, scores);
        return Arrays.stream(scores).boxed().toList();
    }

    private void place(Pod pod, String node) {
        cluster.assume(info(pod), node);
    }

    private static PodInfo info(Pod pod) {
        return PodInfo.read(pod);
    }

    private static PendingPod pending(Pod pod) {
        return PendingPod.read(pod);
    }

    private List<String> reasons(Pod pod, String node) {
        return Optional.ofNullable(
                        picker.reject(pending(pod), cluster.node(node).orElseThrow()))
                .map(Rejection::reasons)
                .orElse(List.of());
    }
}
