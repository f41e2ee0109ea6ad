package dev.setpoint.scheduler.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.scheduler.cluster.ClusterState;
import dev.setpoint.scheduler.cluster.Fixtures;
import dev.setpoint.scheduler.cluster.NodeFacts;
import dev.setpoint.scheduler.cluster.PendingPod;
import dev.setpoint.scheduler.plugin.ClusterChange;
import dev.setpoint.scheduler.plugin.Plugin;
import dev.setpoint.scheduler.volume.TestVolumes;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SchedulingQueueTest {
    private static final NodeFacts NODE = NodeFacts.read(Fixtures.node("n1", "4", "8Gi", 10));

    private final SchedulingQueue queue =
            new SchedulingQueue(TestVolumes.profile().filters());

    @Test
    void theMoreImportantComesFirstAndThenTheOlder() {
        queue.put(pod("low-old", 0), at(0));
        queue.put(pod("high", 10), at(1));
        queue.put(pod("low-new", 0), at(2));

        assertThat(drain(at(3))).containsExactly("high", "low-old", "low-new");
    }

    @Test
    void aTakenPodIsNotGivenOutAgain() {
        queue.put(pod("web", 0), at(0));

        assertThat(queue.next(at(0))).isPresent();
        assertThat(queue.next(at(0))).isEmpty();
        assertThat(queue.size()).isEqualTo(1);
    }

    @Test
    void retriesAfterPausesThatDoubleUpToTenSeconds() {
        queue.put(pod("web", 0), at(0));
        long now = at(0);
        for (int seconds : new int[] {1, 2, 4, 8, 10, 10}) {
            queue.retry(queue.next(now).orElseThrow(), now);
            long end = now + Duration.ofSeconds(seconds).toNanos();

            assertThat(queue.next(end - 1)).isEmpty();
            assertThat(queue.nextTime()).hasValue(end);
            now = end;
        }
        assertThat(queue.next(now)).isPresent();
    }

    @Test
    void sleepsUntilAHelpfulChange() {
        fail("web", Plugin.TAINT_TOLERATION, at(0));
        ClusterState cluster = new ClusterState();
        cluster.observe(Fixtures.pending("gone", Map.of()).pod(), "n1");
        var removed =
                cluster.remove(Fixtures.pending("gone", Map.of()).pod().key()).orElseThrow();

        queue.changed(new ClusterChange.PodRemoved(removed.pod(), removed.node()), _ -> true, at(20));
        assertThat(queue.next(at(20))).isEmpty();

        queue.changed(new ClusterChange.NodeAdded(NODE), _ -> false, at(20));
        assertThat(queue.next(at(20))).isPresent();
    }

    @Test
    void whoFitsIntoTheNewRoomGoesAtOnceTheOthersAfterTheirPause() {
        fail("first", Plugin.NODE_RESOURCES_FIT, at(0));
        fail("second", Plugin.NODE_RESOURCES_FIT, at(0));
        List<PendingPod> asked = new ArrayList<>();

        queue.changed(new ClusterChange.NodeAdded(NODE), pod -> asked.add(pod) && asked.size() == 1, at(0));

        assertThat(drain(at(0))).containsExactly("first");
        assertThat(drain(at(1))).containsExactly("second");
    }

    @Test
    void withoutAnyNodeAPodWaitsForTheFirst() {
        queue.put(pod("web", 0), at(0));
        queue.sleep(queue.next(at(0)).orElseThrow(), Set.of(), at(0));

        queue.changed(new ClusterChange.NodeAdded(NODE), _ -> true, at(0));

        assertThat(queue.next(at(0))).isPresent();
    }

    @Test
    void nobodySleepsLongerThanFiveMinutes() {
        fail("web", Plugin.NODE_AFFINITY, at(0));

        assertThat(queue.nextTime()).hasValue(at(300));
        assertThat(queue.next(at(299))).isEmpty();
        assertThat(queue.next(at(300))).isPresent();
    }

    @Test
    void gatedPodsWaitUntilTheirGatesAreGone() {
        queue.put(gated("web"), at(0));
        assertThat(queue.next(at(400))).isEmpty();
        assertThat(queue.nextTime()).isEmpty();

        queue.put(pod("web", 0), at(400));

        assertThat(queue.next(at(400))).isPresent();
    }

    @Test
    void aChangedPodIsTriedAgain() {
        fail("web", Plugin.NODE_AFFINITY, at(0));

        queue.put(pod("web", 5), at(2));

        assertThat(queue.next(at(2)))
                .hasValueSatisfying(
                        queued -> assertThat(queued.pod().pod().priority()).isEqualTo(5));
    }

    @Test
    void whatFailedAfterItWasRemovedIsNotTakenBack() {
        queue.put(pod("web", 0), at(0));
        QueuedPod taken = queue.next(at(0)).orElseThrow();
        queue.remove(taken.key());

        queue.retry(taken, at(0));
        assertThat(queue.size()).isZero();

        queue.put(pod("web", 0), at(1));
        queue.retry(taken, at(1)); // An older attempt of a pod that has come anew.
        assertThat(queue.next(at(1))).isPresent();
    }

    @Test
    void aPodPutWhileItIsTriedComesBackAsItIsNow() {
        queue.put(pod("web", 0), at(0));
        QueuedPod taken = queue.next(at(0)).orElseThrow();
        queue.put(pod("web", 7), at(0));
        assertThat(queue.next(at(0))).isEmpty();

        queue.retry(taken, at(0));

        assertThat(queue.next(at(1)))
                .hasValueSatisfying(
                        queued -> assertThat(queued.pod().pod().priority()).isEqualTo(7));
    }

    private void fail(String name, Plugin plugin, long now) {
        queue.put(pod(name, 0), now);
        queue.sleep(queue.next(now).orElseThrow(), Set.of(plugin), now);
    }

    private List<String> drain(long now) {
        List<String> names = new ArrayList<>();
        Optional<QueuedPod> next = queue.next(now);
        while (next.isPresent()) {
            names.add(next.get().key().name());
            next = queue.next(now);
        }
        return names;
    }

    private static PendingPod pod(String name, int priority) {
        return PendingPod.read(new PodBuilder(Fixtures.pod(name, Map.of("cpu", "1")))
                .editSpec()
                .withPriority(priority)
                .endSpec()
                .build());
    }

    private static PendingPod gated(String name) {
        return PendingPod.read(new PodBuilder(Fixtures.pod(name, Map.of()))
                .editSpec()
                .addNewSchedulingGate("example.com/wait")
                .endSpec()
                .build());
    }

    private static long at(int seconds) {
        return Duration.ofSeconds(seconds).toNanos();
    }
}
