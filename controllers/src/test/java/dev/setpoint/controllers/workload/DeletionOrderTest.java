package dev.setpoint.controllers.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class DeletionOrderTest {
    private static final Pod PENDING = Samples.pod("pending", Map.of());
    private static final Pod READY_LONG =
            Samples.ready(Samples.pod("ready-long", Map.of()), "node-a", Samples.NOW.minusSeconds(4000));

    @Test
    void unassignedGoesBeforeAssigned() {
        assertFirst(PENDING, Samples.running(Samples.pod("running", Map.of()), "node-a"));
    }

    @Test
    void pendingGoesBeforeRunning() {
        Pod assigned = new PodBuilder(PENDING)
                .editSpec()
                .withNodeName("node-a")
                .endSpec()
                .build();
        assertFirst(assigned, Samples.running(Samples.pod("running", Map.of()), "node-a"));
    }

    @Test
    void notReadyGoesBeforeReady() {
        assertFirst(Samples.running(Samples.pod("z-running", Map.of()), "node-a"), READY_LONG);
    }

    @Test
    void lowerCostGoesBeforeHigher() {
        assertFirst(costing(READY_LONG, "-5"), READY_LONG);
        assertFirst(READY_LONG, costing(READY_LONG, "5"));
    }

    @Test
    void unreadableCostCountsAsNone() {
        assertThat(List.of("+3", "007", "x", "99999999999", "-0"))
                .allSatisfy(text ->
                        assertThat(Pods.deletionCost(costing(READY_LONG, text))).isZero());
        assertThat(Pods.deletionCost(costing(READY_LONG, "-2147483648"))).isEqualTo(Integer.MIN_VALUE);
    }

    @Test
    void doubledUpGoesBeforeAloneOnItsNode() {
        Pod neighbour = Samples.ready(Samples.pod("neighbour", Map.of()), "node-b", Samples.NOW);
        Pod doubled = Samples.ready(Samples.pod("doubled", Map.of()), "node-b", Samples.NOW.minusSeconds(9000));
        assertThat(DeletionOrder.first(
                        1, List.of(READY_LONG, doubled), List.of(READY_LONG, doubled, neighbour), Samples.NOW))
                .containsExactly(doubled);
    }

    @Test
    void readyForAShortTimeGoesBeforeReadyForLong() {
        assertFirst(Samples.ready(Samples.pod("young", Map.of()), "node-b", Samples.NOW.minusSeconds(10)), READY_LONG);
    }

    @Test
    void timesOfOneMagnitudeAreEqual() {
        Pod slightlyYounger = Samples.ready(Samples.pod("a", Map.of()), "node-b", Samples.NOW.minusSeconds(3990));
        Pod slightlyOlder = Samples.ready(Samples.pod("b", Map.of()), "node-c", Samples.NOW.minusSeconds(4000));
        assertFirst(slightlyYounger, slightlyOlder);
        // The uid decides: exchanging the times changes nothing.
        Pod first = Samples.ready(Samples.pod("a", Map.of()), "node-b", Samples.NOW.minusSeconds(4000));
        Pod second = Samples.ready(Samples.pod("b", Map.of()), "node-c", Samples.NOW.minusSeconds(3990));
        assertFirst(first, second);
    }

    @Test
    void moreRestartsGoBeforeFewer() {
        Pod restarted = new PodBuilder(
                        Samples.ready(Samples.pod("z", Map.of()), "node-b", Samples.NOW.minusSeconds(4000)))
                .editStatus()
                .addNewContainerStatus()
                .withName("main")
                .withRestartCount(3)
                .endContainerStatus()
                .endStatus()
                .build();
        assertFirst(restarted, READY_LONG);
    }

    private static Pod costing(Pod pod, String cost) {
        return new PodBuilder(pod)
                .editMetadata()
                .addToAnnotations("controller.kubernetes.io/pod-deletion-cost", cost)
                .endMetadata()
                .build();
    }

    private static void assertFirst(Pod first, Pod second) {
        assertThat(DeletionOrder.first(1, List.of(first, second), List.of(first, second), Samples.NOW))
                .containsExactly(first);
        assertThat(DeletionOrder.first(1, List.of(second, first), List.of(first, second), Samples.NOW))
                .containsExactly(first);
    }
}
