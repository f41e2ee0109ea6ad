package dev.setpoint.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.baton.BatonOptions;
import dev.setpoint.base.baton.TraceHash;
import dev.setpoint.base.testing.Seeds;
import dev.setpoint.client.ListOptions;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.Target;
import dev.setpoint.client.Typed;
import dev.setpoint.client.testing.FaultSwitches.When;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.GroupResource;
import dev.setpoint.scheduler.cluster.Fixtures;
import dev.setpoint.scheduler.cluster.PendingPod;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SchedulerTest {
    private final World world = new World(1);

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void bindsAPodAndTellsPeople() {
        world.create(Fixtures.node("n1", "4", "8Gi", 10));
        world.create(Fixtures.pod("web", Map.of("cpu", "1")));
        world.env.settle();

        assertThat(world.nodeOf("web")).isEqualTo("n1");
        assertThat(world.scheduled("web"))
                .hasValueSatisfying(
                        condition -> assertThat(condition.getStatus()).isEqualTo("True"));
        assertThat(world.eventsAbout("web"))
                .containsExactly("Normal Scheduled Successfully assigned default/web to n1");
        assertThat(world.allEvents().getFirst().getSource().getComponent()).isEqualTo("default-scheduler");
    }

    @Test
    void saysWhyAPodHasToWait() {
        world.create(Fixtures.node("n1", "1", "8Gi", 10));
        world.create(cordoned(Fixtures.node("n2", "8", "8Gi", 10)));
        world.create(Fixtures.pod("web", Map.of("cpu", "2")));
        world.env.settle();

        String why = "0/2 nodes are available: 1 Insufficient cpu, 1 node(s) were unschedulable."
                + " preemption: 0/2 nodes are available: 2 Preemption is not helpful for scheduling.";
        assertThat(world.scheduled("web")).hasValueSatisfying(condition -> {
            assertThat(condition.getStatus()).isEqualTo("False");
            assertThat(condition.getReason()).isEqualTo("Unschedulable");
            assertThat(condition.getMessage()).isEqualTo(why);
            assertThat(condition.getObservedGeneration()).isEqualTo(1);
        });
        assertThat(world.eventsAbout("web")).containsExactly("Warning FailedScheduling " + why);
    }

    /// No server lets such a quantity in; whatever else may be wrong with one object must not stop the loop either.
    @Test
    void whatCannotBeReadKeepsNobodyElseFromBeingPlaced() {
        world.create(Fixtures.pod("broken", Map.of("cpu", "3")));
        world.corrupt(pod("broken"), "\"cpu\":\"3\"", "\"cpu\":\"rubbish\"");
        world.create(cordoned(Fixtures.node("n0", "4", "8Gi", 10)));
        world.corrupt(node("n0"), "\"cpu\":\"4\"", "\"cpu\":\"rubbish\"");
        world.corrupt(node("n0"), "\"unschedulable\":true", "\"unschedulable\":false");
        world.create(Fixtures.node("n1", "4", "8Gi", 10));
        world.create(Fixtures.pod("web", Map.of("cpu", "1")));
        world.env.settle();

        assertThat(world.nodeOf("web")).isEqualTo("n1");
        assertThat(world.nodeOf("broken")).isEmpty();
    }

    @Test
    void withoutNodesAPodWaitsForTheFirst() {
        world.create(Fixtures.pod("web", Map.of()));
        world.env.settle();
        assertThat(world.scheduled("web"))
                .hasValueSatisfying(condition ->
                        assertThat(condition.getMessage()).isEqualTo("no nodes available to schedule pods"));

        world.create(Fixtures.node("n1", "1", "1Gi", 10));
        world.env.advance(Duration.ofSeconds(2)); // It was tried when the node came, which was not ready, and pauses.

        assertThat(world.nodeOf("web")).isEqualTo("n1");
    }

    @Test
    void aWaitingPodTakesTheRoomThatAnotherLeavesAtOnce() {
        world.create(Fixtures.node("n1", "1", "8Gi", 10));
        world.create(Fixtures.pod("first", Map.of("cpu", "1")));
        world.env.settle();
        world.create(Fixtures.pod("second", Map.of("cpu", "1")));
        world.env.settle();
        assertThat(world.nodeOf("second")).isEmpty();

        world.deletePod("first");
        world.env.settle();

        assertThat(world.nodeOf("second")).isEqualTo("n1");
    }

    @Test
    void aWaitingPodSeesThatANodeIsUncordoned() {
        world.create(cordoned(Fixtures.node("n1", "8", "8Gi", 10)));
        world.create(Fixtures.pod("web", Map.of()));
        world.env.settle();
        assertThat(world.nodeOf("web")).isEmpty();

        world.update(Fixtures.node("n1", "8", "8Gi", 10));
        world.env.settle();

        assertThat(world.nodeOf("web")).isEqualTo("n1");
    }

    @Test
    void nothingIsTriedAgainWhenNothingHelpfulHappens() {
        world.create(Fixtures.node("n1", "1", "8Gi", 10));
        world.create(Fixtures.pod("web", Map.of("cpu", "2")));
        world.env.settle();
        long writes = world.cluster.store().snapshot().revision();

        world.env.advance(Duration.ofMinutes(4));

        assertThat(world.cluster.store().snapshot().revision()).isEqualTo(writes);
    }

    @Test
    void aPodThatFinishesMakesRoom() {
        world.create(Fixtures.node("n1", "1", "8Gi", 10));
        world.create(Fixtures.pod("job", Map.of("cpu", "1")));
        world.env.settle();
        world.create(Fixtures.pod("next", Map.of("cpu", "1")));
        world.env.settle();

        world.pods.updateStatus(new PodBuilder(world.pod("job"))
                .editStatus()
                .withPhase("Succeeded")
                .endStatus()
                .build());
        world.env.settle();

        assertThat(world.nodeOf("next")).isEqualTo("n1");
    }

    @Test
    void podsOfOtherSchedulersAndGatedPodsAreLeftAlone() {
        world.create(Fixtures.node("n1", "8", "8Gi", 10));
        Pod other = new PodBuilder(Fixtures.pod("other", Map.of()))
                .editSpec()
                .withSchedulerName("mine")
                .endSpec()
                .build();
        Pod gated = new PodBuilder(Fixtures.pod("gated", Map.of()))
                .editSpec()
                .addNewSchedulingGate("example.com/wait")
                .endSpec()
                .build();
        world.create(other);
        world.create(gated);
        world.env.advance(Duration.ofMinutes(10));
        assertThat(world.nodeOf("other")).isEmpty();
        assertThat(world.nodeOf("gated")).isEmpty();

        world.pods.update(new PodBuilder(world.pod("gated"))
                .editSpec()
                .withSchedulingGates(List.of())
                .endSpec()
                .build());
        world.env.settle();

        assertThat(world.nodeOf("gated")).isEqualTo("n1");
    }

    @Test
    void theMoreImportantPodGetsTheLastPlace() {
        world.create(cordoned(Fixtures.node("n1", "1", "8Gi", 10)));
        world.create(Fixtures.pod("low", Map.of("cpu", "1")));
        world.create(new PodBuilder(Fixtures.pod("high", Map.of("cpu", "1")))
                .editSpec()
                .withPriority(1000)
                .endSpec()
                .build());
        world.env.settle();

        world.update(Fixtures.node("n1", "1", "8Gi", 10));
        world.env.advance(Duration.ofSeconds(2));

        assertThat(world.nodeOf("high")).isEqualTo("n1");
        assertThat(world.nodeOf("low")).isEmpty();
    }

    @Test
    void aFailedBindingGivesThePlaceBackAndIsTriedAgain() {
        world.faults.failNext(
                call -> call.target().subresource().equals("binding"),
                new ApiError.Conflict(new GroupResource("", "pods"), "web", "something came between"),
                When.BEFORE);
        world.create(Fixtures.node("n1", "1", "8Gi", 10));
        world.create(Fixtures.pod("web", Map.of("cpu", "1")));
        world.env.settle();
        assertThat(world.nodeOf("web")).isEmpty();

        world.env.advance(Duration.ofSeconds(1));

        assertThat(world.nodeOf("web")).isEqualTo("n1");
    }

    @Test
    void aBindingWhoseAnswerIsLostIsLookedUpAndNotRepeated() {
        world.faults.failNext(
                call -> call.target().subresource().equals("binding"), new ApiError.Timeout("lost"), When.AFTER);
        world.faults.hold("pods");
        world.create(Fixtures.node("n1", "1", "8Gi", 10));
        world.create(Fixtures.pod("web", Map.of("cpu", "1")));
        world.faults.release("pods");
        world.env.advance(Duration.ofMinutes(1));

        assertThat(world.nodeOf("web")).isEqualTo("n1");
        assertThat(world.eventsAbout("web")).hasSize(1);
        assertThat(world.faults.calls().stream()
                        .filter(call -> call.target().subresource().equals("binding")))
                .hasSize(1);
    }

    @Test
    void aRestartedSchedulerTakesUpWhereTheOldOneWas() {
        world.create(Fixtures.node("n1", "2", "8Gi", 10));
        world.create(Fixtures.pod("first", Map.of("cpu", "1")));
        world.env.settle();
        world.create(Fixtures.pod("second", Map.of("cpu", "1")));

        world.restartScheduler();
        world.create(Fixtures.pod("third", Map.of("cpu", "1")));
        world.env.settle();

        assertThat(world.nodeOf("second")).isEqualTo("n1");
        assertThat(world.nodeOf("third")).isEmpty();
    }

    /// With any interleaving, failing bindings, late watches and a crash in between: no node ever holds more than it
    /// offers, and in the end a pod waits only if nothing would take it.
    @Test
    void neverOvercommitsWhateverGoesWrong() {
        Seeds.check(25, seed -> {
            RandomGenerator random = Seeds.random(seed);
            try (World chaos = new World(BatonOptions.random(seed))) {
                int nodes = 1 + random.nextInt(4);
                for (int i = 0; i < nodes; i++) {
                    chaos.create(Fixtures.node("n" + i, "4", "8Gi", 5));
                }
                for (int step = 0; step < 30; step++) {
                    disturb(chaos, random, step);
                    assertNothingOvercommitted(chaos);
                }
                chaos.faults.release("pods");
                chaos.env.advance(Duration.ofMinutes(6));
                assertNothingOvercommitted(chaos);
                assertNobodyWaitsInVain(chaos);
            }
        });
    }

    private static void disturb(World chaos, RandomGenerator random, int step) {
        switch (random.nextInt(8)) {
            case 0 ->
                chaos.faults.failNext(
                        call -> call.target().subresource().equals("binding"),
                        new ApiError.Timeout("chaos"),
                        random.nextBoolean() ? When.BEFORE : When.AFTER);
            case 1 -> chaos.faults.hold("pods");
            case 2 -> chaos.faults.release("pods");
            case 3 -> chaos.restartScheduler();
            case 4 -> chaos.env.advance(Duration.ofMillis(random.nextInt(3000)));
            case 5 -> {
                List<Pod> all = chaos.pods.list("", ListOptions.ALL);
                if (!all.isEmpty()) {
                    chaos.pods.delete(all.get(random.nextInt(all.size())));
                }
            }
            default ->
                chaos.create(Fixtures.pod(
                        "pod-" + step,
                        Map.of("cpu", random.nextInt(2500) + "m", "memory", random.nextInt(4000) + "Mi")));
        }
    }

    private static void assertNothingOvercommitted(World chaos) {
        Map<String, Long> milliCpu = new TreeMap<>();
        Map<String, Integer> count = new TreeMap<>();
        for (Pod pod : chaos.pods.list("", ListOptions.ALL)) {
            String node = pod.getSpec().getNodeName();
            if (node != null) {
                milliCpu.merge(node, cpu(pod), Long::sum);
                count.merge(node, 1, Integer::sum);
            }
        }
        assertThat(milliCpu.values()).allMatch(sum -> sum <= 4000);
        assertThat(count.values()).allMatch(pods -> pods <= 5);
    }

    private static void assertNobodyWaitsInVain(World chaos) {
        for (Pod pod : chaos.pods.list("", ListOptions.ALL)) {
            if (pod.getSpec().getNodeName() == null) {
                assertThat(chaos.scheduled(pod.getMetadata().getName()))
                        .hasValueSatisfying(
                                condition -> assertThat(condition.getReason()).isEqualTo("Unschedulable"));
            }
        }
    }

    private static long cpu(Pod pod) {
        return PendingPod.read(pod).pod().held().milliCpu();
    }

    @Test
    void theSameSeedGivesTheSameHistory() {
        Seeds.check(5, seed -> assertThat(history(seed)).isEqualTo(history(seed)));
        assertThat(history(1)).isNotEqualTo(history(2));
    }

    private static String history(long seed) {
        TraceHash trace = new TraceHash();
        try (World run = new World(BatonOptions.random(seed).withTrace(trace))) {
            for (int i = 0; i < 5; i++) {
                run.create(Fixtures.node("n" + i, "4", "8Gi", 5));
            }
            for (int i = 0; i < 30; i++) {
                run.create(Fixtures.pod("pod-" + i, Map.of("cpu", "500m")));
            }
            run.env.advance(Duration.ofMinutes(1));
            StringBuilder placements = new StringBuilder();
            run.pods
                    .list("", ListOptions.ALL)
                    .forEach(pod ->
                            placements.append(pod.getSpec().getNodeName()).append(' '));
            return trace.hex() + " " + placements;
        }
    }

    private static Target pod(String name) {
        return Typed.of(Pod.class).object(new ObjectKey("default", name));
    }

    private static Target node(String name) {
        return Typed.of(Node.class).object(ObjectKey.cluster(name));
    }

    private static Node cordoned(Node node) {
        return new NodeBuilder(node)
                .editSpec()
                .withUnschedulable(true)
                .endSpec()
                .build();
    }
}
