package dev.setpoint.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.baton.BatonOptions;
import dev.setpoint.base.testing.Seeds;
import dev.setpoint.client.ListOptions;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.testing.FaultSwitches.When;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.scheduler.cluster.Fixtures;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PreemptionTest {
    private static final String FINALIZER = "example.com/wait";

    private final World world = new World(1);

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void aLessImportantPodGivesWay() {
        world.create(Fixtures.node("n1", "1", "8Gi", 10));
        world.create(Fixtures.pod("low", Map.of("cpu", "1")));
        world.env.settle();

        world.create(Fixtures.important("high", 100, Map.of("cpu", "1")));
        world.env.settle();

        assertThat(find("low")).isEmpty();
        assertThat(world.nodeOf("high")).isEqualTo("n1");
        assertThat(world.eventsAbout("high"))
                .containsExactly(
                        "Warning FailedScheduling 0/1 nodes are available: 1 Insufficient cpu.",
                        "Normal Scheduled Successfully assigned default/high to n1");
        assertThat(world.eventsAbout("low"))
                .contains("Normal Preempted Preempted by pod "
                        + world.pod("high").getMetadata().getUid() + " on node n1");
    }

    @Test
    void theVictimIsToldWhyAndHasTimeToLeave() {
        world.create(Fixtures.node("n1", "1", "8Gi", 10));
        world.create(stubborn(Fixtures.pod("low", Map.of("cpu", "1"))));
        world.env.settle();
        world.create(Fixtures.important("high", 100, Map.of("cpu", "1")));
        world.env.advance(Duration.ofMinutes(6));

        assertThat(world.pod("low").getMetadata().getDeletionTimestamp()).isNotNull();
        assertThat(condition("low", "DisruptionTarget")).hasValueSatisfying(condition -> {
            assertThat(condition.getStatus()).isEqualTo("True");
            assertThat(condition.getReason()).isEqualTo("PreemptionByScheduler");
            assertThat(condition.getMessage())
                    .isEqualTo("default-scheduler: preempting to accommodate a higher priority pod");
        });
        assertThat(world.nodeOf("high")).isEmpty();
        assertThat(world.pod("high").getStatus().getNominatedNodeName()).isEqualTo("n1");
        assertThat(condition("high", "PodScheduled").orElseThrow().getMessage())
                .endsWith("preemption: not eligible due to a terminating pod on the nominated node.");

        letGo("low");
        world.env.settle();

        assertThat(world.nodeOf("high")).isEqualTo("n1");
    }

    @Test
    void roomThatIsBeingMadeIsKept() {
        world.create(Fixtures.node("n1", "2", "8Gi", 10));
        world.create(stubborn(Fixtures.pod("one", Map.of("cpu", "1"))));
        world.create(stubborn(Fixtures.pod("two", Map.of("cpu", "1"))));
        world.env.settle();
        world.create(Fixtures.important("high", 100, Map.of("cpu", "2")));
        world.env.settle();
        letGo("one");
        world.create(Fixtures.important("thief", 50, Map.of("cpu", "1")));
        world.env.settle();
        assertThat(world.nodeOf("thief")).isEmpty();

        letGo("two");
        world.env.advance(Duration.ofSeconds(2)); // It was tried when the first left, and pauses.

        assertThat(world.nodeOf("high")).isEqualTo("n1");
        assertThat(world.nodeOf("thief")).isEmpty();
    }

    @Test
    void roomIsFreeAgainWhenTheOneItWasKeptForGoes() {
        world.create(Fixtures.node("n1", "1", "8Gi", 10));
        world.create(stubborn(Fixtures.pod("low", Map.of("cpu", "1"))));
        world.env.settle();
        world.create(Fixtures.important("high", 100, Map.of("cpu", "1")));
        world.env.settle();
        world.create(Fixtures.important("other", 0, Map.of("cpu", "1")));
        world.env.settle();

        letGo("low");
        world.deletePod("high");
        world.env.advance(Duration.ofSeconds(11));

        assertThat(world.nodeOf("other")).isEqualTo("n1");
    }

    @Test
    void aStillMoreImportantPodTakesTheNodeThatWasKept() {
        world.create(Fixtures.node("n1", "1", "8Gi", 10));
        world.create(stubborn(Fixtures.pod("low", Map.of("cpu", "1"))));
        world.env.settle();
        world.create(Fixtures.important("high", 100, Map.of("cpu", "1")));
        world.env.settle();
        world.create(Fixtures.important("highest", 1000, Map.of("cpu", "1")));
        world.env.settle();
        assertThat(world.pod("highest").getStatus().getNominatedNodeName()).isEqualTo("n1");

        letGo("low");
        world.env.advance(Duration.ofMinutes(1));

        assertThat(world.nodeOf("highest")).isEqualTo("n1");
        assertThat(world.nodeOf("high")).isEmpty();
        assertThat(world.pod("high").getStatus().getNominatedNodeName()).isNull();
    }

    @Test
    void whereNobodyIsLessImportantTheMessageSaysSo() {
        world.create(Fixtures.node("n1", "1", "8Gi", 10));
        world.create(Fixtures.pod("first", Map.of("cpu", "1")));
        world.env.settle();
        world.create(Fixtures.pod("second", Map.of("cpu", "1")));
        world.env.settle();

        assertThat(condition("second", "PodScheduled").orElseThrow().getMessage())
                .isEqualTo("0/1 nodes are available: 1 Insufficient cpu. preemption: 0/1 nodes are available:"
                        + " 1 No preemption victims found for incoming pod.");
    }

    @Test
    void aFailedDeletionIsTriedAgain() {
        world.create(Fixtures.node("n1", "1", "8Gi", 10));
        world.create(Fixtures.pod("low", Map.of("cpu", "1")));
        world.env.settle();
        world.faults.failNext(call -> call.is("delete", "pods"), new ApiError.Timeout("lost"), When.BEFORE);
        world.create(Fixtures.important("high", 100, Map.of("cpu", "1")));
        world.env.settle();
        assertThat(world.nodeOf("high")).isEmpty();

        world.env.advance(Duration.ofSeconds(2));

        assertThat(world.nodeOf("high")).isEqualTo("n1");
    }

    @Test
    void aBinderSurvivesADefect() {
        for (int i = 0; i < SchedulerOptions.DEFAULT.binders() + 1; i++) {
            world.faults.breakNext(
                    call -> call.target().subresource().equals("binding"), new IllegalStateException("defect"));
        }
        world.create(Fixtures.node("n1", "256", "8Gi", SchedulerOptions.DEFAULT.binders() + 1));
        for (int i = 0; i < SchedulerOptions.DEFAULT.binders() + 1; i++) {
            world.create(Fixtures.pod("pod-" + i, Map.of("cpu", "1")));
        }
        world.env.advance(Duration.ofMinutes(1));

        assertThat(world.pods.list("", ListOptions.ALL))
                .allMatch(pod -> "n1".equals(pod.getSpec().getNodeName()));
    }

    /// The scheduler dies after its first write, its second, and so on: every time the one that follows it brings the
    /// same about. No pod is bound twice, no more is pushed out than must, and no room stays kept for nobody.
    @Test
    void dyingAfterAnyWriteChangesNothingInTheEnd() {
        Map<Integer, String> ends = new TreeMap<>();
        for (int writes = 1; writes <= 40; writes++) {
            boolean died = runAndDieAfter(writes, ends);
            if (!died) {
                break;
            }
        }
        assertThat(ends).hasSizeGreaterThan(10);
        assertThat(ends.values()).containsOnly("high=n1 low-0=n2 low-1=n2 middle=n1");
    }

    private static boolean runAndDieAfter(int writes, Map<Integer, String> ends) {
        try (World mortal = new World(BatonOptions.firstCome(1), SchedulerOptions.DEFAULT, writes)) {
            mortal.create(Fixtures.node("n1", "2", "8Gi", 10));
            for (int i = 0; i < 2; i++) {
                mortal.create(Fixtures.pod("low-" + i, Map.of("cpu", "1")));
            }
            boolean died = settle(mortal);
            mortal.create(Fixtures.important("high", 100, Map.of("cpu", "1")));
            died |= settle(mortal);
            mortal.create(Fixtures.important("middle", 50, Map.of("cpu", "1")));
            died |= settle(mortal);
            // What was pushed out comes back under its old name, as a controller would bring it.
            for (int i = 0; i < 2; i++) {
                if (mortal.pods.find(new ObjectKey("default", "low-" + i)).isEmpty()) {
                    mortal.create(Fixtures.pod("low-" + i, Map.of("cpu", "1")));
                }
            }
            mortal.create(Fixtures.node("n2", "2", "8Gi", 10));
            died |= settle(mortal);
            StringBuilder end = new StringBuilder();
            for (Pod pod : mortal.pods.list("", ListOptions.ALL)) {
                end.append(pod.getMetadata().getName())
                        .append('=')
                        .append(pod.getSpec().getNodeName())
                        .append(' ');
            }
            ends.put(writes, end.toString().strip());
            return died;
        }
    }

    /// Lets everything come to rest, with a new scheduler if the old one has died.
    private static boolean settle(World mortal) {
        mortal.env.advance(Duration.ofSeconds(15));
        boolean died = mortal.isDead();
        if (died) {
            mortal.restartScheduler();
            mortal.env.advance(Duration.ofSeconds(15));
        }
        return died;
    }

    /// Pods of all priorities come and go under any interleaving and with failing calls: the more important never
    /// wait while there is enough that could leave for them, and no node holds more than it offers.
    @Test
    void theImportantArePlacedWhateverGoesWrong() {
        Seeds.check(25, seed -> {
            var random = Seeds.random(seed);
            try (World chaos = new World(BatonOptions.random(seed))) {
                for (int i = 0; i < 2; i++) {
                    chaos.create(Fixtures.node("n" + i, "4", "8Gi", 20));
                }
                for (int step = 0; step < 25; step++) {
                    switch (random.nextInt(6)) {
                        case 0 ->
                            chaos.faults.failNext(
                                    call -> call.is("delete", "pods") || call.is("patch", "pods"),
                                    new ApiError.Timeout("chaos"),
                                    random.nextBoolean() ? When.BEFORE : When.AFTER);
                        case 1 -> chaos.env.advance(Duration.ofMillis(random.nextInt(3000)));
                        case 2 -> chaos.restartScheduler();
                        default ->
                            chaos.create(Fixtures.important("pod-" + step, random.nextInt(4) * 10, Map.of("cpu", "1")));
                    }
                }
                chaos.faults.heal();
                chaos.env.advance(Duration.ofMinutes(11));
                assertPlacedByImportance(chaos.pods.list("", ListOptions.ALL));
            }
        });
    }

    private static void assertPlacedByImportance(List<Pod> pods) {
        Map<String, Integer> perNode = new TreeMap<>();
        int leastPlaced = Integer.MAX_VALUE;
        int mostWaiting = Integer.MIN_VALUE;
        for (Pod pod : pods) {
            String node = pod.getSpec().getNodeName();
            if (node == null) {
                mostWaiting = Math.max(mostWaiting, pod.getSpec().getPriority());
            } else {
                perNode.merge(node, 1, Integer::sum);
                leastPlaced = Math.min(leastPlaced, pod.getSpec().getPriority());
            }
        }
        assertThat(perNode.values()).allMatch(count -> count <= 4);
        assertThat(mostWaiting).isLessThanOrEqualTo(leastPlaced);
        assertThat(mostWaiting == Integer.MIN_VALUE
                        || perNode.values().stream().mapToInt(Integer::intValue).sum() == 8)
                .isTrue();
    }

    private static Pod stubborn(Pod pod) {
        return new PodBuilder(pod)
                .editMetadata()
                .addToFinalizers(FINALIZER)
                .endMetadata()
                .build();
    }

    private void letGo(String name) {
        world.pods.update(new PodBuilder(world.pod(name))
                .editMetadata()
                .withFinalizers(List.of())
                .endMetadata()
                .build());
    }

    private Optional<Pod> find(String name) {
        return world.pods.find(new ObjectKey("default", name));
    }

    private Optional<PodCondition> condition(String name, String type) {
        return world.pod(name).getStatus().getConditions().stream()
                .filter(condition -> condition.getType().equals(type))
                .findFirst();
    }
}
