package dev.setpoint.scheduler.preempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.testing.Seeds;
import dev.setpoint.scheduler.cluster.ClusterState;
import dev.setpoint.scheduler.cluster.Fixtures;
import dev.setpoint.scheduler.cluster.NodeFacts;
import dev.setpoint.scheduler.cluster.PendingPod;
import dev.setpoint.scheduler.cluster.PodInfo;
import dev.setpoint.scheduler.cluster.PodSelector;
import dev.setpoint.scheduler.plugin.Diagnosis;
import dev.setpoint.scheduler.plugin.NodePicker;
import dev.setpoint.scheduler.plugin.NodePicker.Choice;
import dev.setpoint.scheduler.preempt.Preemptor.Verdict;
import dev.setpoint.scheduler.volume.TestVolumes;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class PreemptorTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    private final ClusterState cluster = new ClusterState();
    private final NodePicker picker = new NodePicker(cluster, TestVolumes.profile(), new SplittableRandom(1));
    private final Map<String, Instant> started = new LinkedHashMap<>();
    private final List<Budget> budgets = new ArrayList<>();
    private final Preemptor preemptor = new Preemptor(
            cluster,
            new PodHistory() {
                @Override
                public Instant started(PodInfo pod) {
                    return started.getOrDefault(pod.key().name(), NOON);
                }

                @Override
                public boolean isPushedOut(PodInfo pod) {
                    return pod.terminating();
                }
            },
            () -> budgets,
            new SplittableRandom(1));

    @Test
    void pushesOutTheLeastThatIsNeeded() {
        node("n1", "4");
        place("small", 0, "1", "n1");
        place("large", 0, "2", "n1");
        place("equal", 10, "1", "n1");

        assertThat(victims("web", 10, "2")).containsExactly("large");
    }

    @Test
    void sparesTheMoreImportantAndTheLongerRunning() {
        node("n1", "3");
        place("low", 1, "1", "n1");
        place("young", 0, "1", "n1");
        place("old", 0, "1", "n1");
        started.put("old", NOON.minusSeconds(60));

        assertThat(victims("web", 10, "1")).containsExactly("young");
    }

    @Test
    void takesTheNodeWhoseVictimsMatterLeast() {
        node("n1", "2");
        node("n2", "2");
        place("middling", 5, "2", "n1");
        place("low", 1, "2", "n2");

        assertThat(evict("web", 10, "2").node()).isEqualTo("n2");
    }

    @Test
    void ratherBreaksNoBudget() {
        node("n1", "2");
        node("n2", "2");
        place("guarded", 0, "2", "n1");
        place("free", 5, "2", "n2");
        budgets.add(new Budget("default", PodSelector.equal(Map.of("name", "guarded")), 0, Set.of()));

        assertThat(evict("web", 10, "2").node()).isEqualTo("n2");

        budgets.set(0, new Budget("default", PodSelector.equal(Map.of("name", "guarded")), 1, Set.of()));
        assertThat(evict("web", 10, "2").node()).isEqualTo("n1");
    }

    @Test
    void breaksABudgetWhenNothingElseHelps() {
        node("n1", "2");
        place("guarded", 0, "1", "n1");
        place("other", 0, "1", "n1");
        budgets.add(new Budget("default", PodSelector.equal(Map.of("name", "guarded")), 0, Set.of()));

        assertThat(victims("web", 10, "1")).containsExactly("other");
        assertThat(victims("web", 10, "2")).containsExactly("guarded", "other");
    }

    @Test
    void amongEqualsTheShorterRunGoes() {
        node("n1", "2");
        node("n2", "2");
        place("old", 0, "2", "n1");
        place("young", 0, "2", "n2");
        started.put("old", NOON.minusSeconds(3600));

        assertThat(evict("web", 10, "2").node()).isEqualTo("n2");
    }

    @Test
    void saysWhyNobodyIsPushedOut() {
        node("n1", "2");
        node("n2", "4");
        place("equal", 10, "2", "n1");
        place("low", 0, "1", "n2");
        place("also equal", 10, "2", "n2");

        assertThat(verdict(Fixtures.important("web", 10, Map.of("cpu", "3"))))
                .isEqualTo(new Verdict.Useless("0/2 nodes are available: 1 Insufficient cpu,"
                        + " 1 Preemption is not helpful for scheduling."));
        assertThat(verdict(Fixtures.important("web", 10, Map.of("cpu", "2")))).isInstanceOf(Verdict.Evict.class);
        assertThat(verdict(Fixtures.important("web", 0, Map.of("cpu", "2"))))
                .isEqualTo(new Verdict.Useless(
                        "0/2 nodes are available: 2 No preemption victims found for incoming pod."));
    }

    @Test
    void whosePolicyIsNeverPushesNobodyOut() {
        node("n1", "2");
        place("low", 0, "2", "n1");
        Pod meek = new PodBuilder(Fixtures.important("web", 10, Map.of("cpu", "2")))
                .editSpec()
                .withPreemptionPolicy("Never")
                .endSpec()
                .build();

        assertThat(verdict(meek)).isEqualTo(new Verdict.NotNow("not eligible due to preemptionPolicy=Never."));
    }

    @Test
    void waitsForThoseThatAreLeavingForIt() {
        node("n1", "2");
        node("n2", "2");
        place("other", 0, "2", "n2");
        Pod leaving = new PodBuilder(Fixtures.important("leaving", 0, Map.of("cpu", "2")))
                .editMetadata()
                .withDeletionTimestamp("2026-01-01T12:00:30Z")
                .endMetadata()
                .build();
        cluster.assume(PodInfo.read(leaving), "n1");
        Pod pod = Fixtures.important("web", 10, Map.of("cpu", "2"));
        cluster.nominations().put(PodInfo.read(pod), "n1");

        assertThat(verdict(pod))
                .isEqualTo(new Verdict.NotNow("not eligible due to a terminating pod on the nominated node."));
    }

    @Test
    void roomKeptForAnotherIsNotGivenAway() {
        node("n1", "2");
        cluster.nominations().put(PodInfo.read(Fixtures.important("first", 10, Map.of("cpu", "2"))), "n1");

        assertThat(picker.pick(PendingPod.read(Fixtures.important("second", 10, Map.of("cpu", "1")))))
                .isInstanceOf(Choice.NoneFits.class);
        assertThat(picker.pick(PendingPod.read(Fixtures.important("boss", 11, Map.of("cpu", "1")))))
                .isInstanceOf(Choice.Found.class);
    }

    /// Whatever lies where: nobody of equal or higher priority goes, the pod fits afterwards, each victim is needed,
    /// and trying has changed nothing.
    @Test
    void neverTakesMoreThanItMust() {
        Seeds.check(200, seed -> new PreemptorTest().tryAnything(Seeds.random(seed)));
    }

    private void tryAnything(RandomGenerator random) {
        int nodes = 1 + random.nextInt(4);
        for (int i = 0; i < nodes; i++) {
            node("n" + i, Integer.toString(2 + random.nextInt(3)));
        }
        for (int i = 0; i < 4 * nodes; i++) {
            Pod pod = Fixtures.important(
                    "pod-" + i, random.nextInt(5), Map.of("cpu", (200 + random.nextInt(1500)) + "m"));
            String node = "n" + random.nextInt(nodes);
            if (picker.reject(PendingPod.read(pod), cluster.node(node).orElseThrow()) == null) {
                place(pod, node);
            }
        }
        budgets.add(new Budget("default", PodSelector.equal(Map.of("app", "demo")), random.nextInt(3), Set.of()));
        PendingPod pod = PendingPod.read(
                Fixtures.important("web", random.nextInt(6), Map.of("cpu", (500 + random.nextInt(2500)) + "m")));
        String before = placements();
        if (picker.pick(pod) instanceof Choice.NoneFits(var diagnosis)
                && preemptor.preempt(pod, diagnosis, picker) instanceof Verdict.Evict(var node, var victims)) {
            assertThat(placements()).isEqualTo(before);
            assertThat(victims)
                    .isNotEmpty()
                    .allMatch(victim -> victim.priority() < pod.pod().priority());
            victims.forEach(victim -> cluster.remove(victim.key()));
            assertThat(picker.reject(pod, cluster.node(node).orElseThrow())).isNull();
            for (PodInfo victim : victims) {
                cluster.assume(victim, node);
                assertThat(picker.reject(pod, cluster.node(node).orElseThrow()))
                        .as("%s need not have gone", victim)
                        .isNotNull();
                cluster.remove(victim.key());
            }
        } else {
            assertThat(placements()).isEqualTo(before);
        }
    }

    private String placements() {
        StringBuilder text = new StringBuilder();
        for (var node : cluster.nodes()) {
            text.append(node)
                    .append(node.requested())
                    .append(node.pods().stream().map(PodInfo::key).sorted().toList());
        }
        return text.toString();
    }

    private void node(String name, String cpu) {
        cluster.put(NodeFacts.read(Fixtures.node(name, cpu, "64Gi", 50)));
    }

    private void place(String name, int priority, String cpu, String node) {
        place(Fixtures.important(name, priority, Map.of("cpu", cpu)), node);
    }

    private void place(Pod pod, String node) {
        Pod named = new PodBuilder(pod)
                .editMetadata()
                .addToLabels("name", pod.getMetadata().getName())
                .endMetadata()
                .build();
        cluster.assume(PodInfo.read(named), node);
    }

    private List<String> victims(String name, int priority, String cpu) {
        return evict(name, priority, cpu).victims().stream()
                .map(victim -> victim.key().name())
                .toList();
    }

    private Verdict.Evict evict(String name, int priority, String cpu) {
        return (Verdict.Evict) verdict(Fixtures.important(name, priority, Map.of("cpu", cpu)));
    }

    private Verdict verdict(Pod pod) {
        PendingPod pending = PendingPod.read(pod);
        Diagnosis diagnosis = ((Choice.NoneFits) picker.pick(pending)).diagnosis();
        return preemptor.preempt(pending, diagnosis, picker);
    }
}
