package dev.setpoint.controllers.replicaset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.value.Header;
import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Owner;
import dev.setpoint.base.value.Stored;
import dev.setpoint.reconcile.cache.CacheChange;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CountedPodsTest {
    private static final String NOT_READY =
            "{\"type\":\"Ready\",\"status\":\"False\",\"lastTransitionTime\":\"2026-01-01T00:00:00Z\"}";
    private static final String READY =
            "{\"type\":\"Ready\",\"status\":\"True\",\"lastTransitionTime\":\"2026-01-01T00:00:05Z\"}";
    private static final String READY_LATER =
            "{\"type\":\"Ready\",\"status\":\"True\",\"lastTransitionTime\":\"2026-01-01T00:00:09Z\"}";

    @Test
    void aPodThatIsGivenANodeMakesNoDifference() {
        assertThat(counts(pod(1, "", "Pending", ""), pod(2, "node-1", "Pending", "")))
                .isFalse();
    }

    @Test
    void aPodThatIsBeingStartedMakesNoDifference() {
        assertThat(counts(pod(1, "node-1", "Pending", ""), pod(2, "node-1", "Pending", NOT_READY)))
                .isFalse();
    }

    @Test
    void aPodThatBecomesReadyCounts() {
        assertThat(counts(pod(1, "node-1", "Running", NOT_READY), pod(2, "node-1", "Running", READY)))
                .isTrue();
        assertThat(counts(pod(1, "node-1", "Running", READY), pod(2, "node-1", "Running", NOT_READY)))
                .isTrue();
    }

    @Test
    void aPodThatWasUnreadyForAMomentCounts() {
        assertThat(counts(pod(1, "node-1", "Running", READY), pod(2, "node-1", "Running", READY_LATER)))
                .isTrue();
        assertThat(counts(pod(1, "node-1", "Running", READY), pod(2, "node-1", "Running", READY)))
                .isFalse();
    }

    @Test
    void anotherPhaseCounts() {
        assertThat(counts(pod(1, "node-1", "Running", READY), pod(2, "node-1", "Failed", READY)))
                .isTrue();
    }

    @Test
    void appearingAndDisappearingCounts() {
        Stored pod = pod(1, "node-1", "Running", READY);
        assertThat(CountedPods.counts(CountedPods.TYPE, new CacheChange(null, pod, CacheChange.Cause.EVENT)))
                .isTrue();
        assertThat(CountedPods.counts(CountedPods.TYPE, new CacheChange(pod, null, CacheChange.Cause.EVENT)))
                .isTrue();
    }

    @Test
    void aResyncCounts() {
        Stored pod = pod(1, "node-1", "Running", READY);
        assertThat(CountedPods.counts(CountedPods.TYPE, new CacheChange(pod, pod, CacheChange.Cause.RESYNC)))
                .isTrue();
    }

    @Test
    void whatCountsIsReadWithoutWhatThePodRuns() {
        var read = CountedPods.TYPE.decode(pod(1, "node-1", "Running", READY));

        assertThat(read.getSpec()).isNull();
        assertThat(read.getMetadata().getName()).isEqualTo("p");
        assertThat(read.getStatus().getConditions()).hasSize(1);
        assertThat(read.getStatus().getContainerStatuses()).isEmpty();
    }

    @Test
    void howReadyAPodIsThatBelongsToNobodyMakesNoDifference() {
        Stored notReady = orphan(pod(1, "node-1", "Running", NOT_READY));
        Stored ready = orphan(pod(2, "node-1", "Running", READY));
        assertThat(counts(notReady, ready)).isFalse();
        assertThat(counts(pod(1, "node-1", "Running", READY), ready)).isTrue();
    }

    private static Stored orphan(Stored pod) {
        Header header = pod.header();
        Header without = new Header(
                header.uid(),
                header.generation(),
                header.labels(),
                header.fields(),
                List.of(),
                header.finalizers(),
                header.deleting());
        return new Stored(pod.key(), pod.revision(), without, pod.bytes(), pod.hole());
    }

    private static boolean counts(Stored before, Stored after) {
        return CountedPods.counts(CountedPods.TYPE, new CacheChange(before, after, CacheChange.Cause.EVENT));
    }

    private static Stored pod(long revision, String node, String phase, String condition) {
        Header header = new Header(
                "uid",
                1,
                Map.of("app", "web"),
                Map.of("spec.nodeName", node, "status.phase", phase),
                List.of(new Owner("apps/v1", "ReplicaSet", "web-1", "uid of the set", true, true)),
                List.of(),
                false);
        String json = "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"p\",\"namespace\":\"d\"},"
                + "\"spec\":{\"nodeName\":\"" + node + "\",\"containers\":[{\"name\":\"web\"}]},"
                + "\"status\":{\"phase\":\"" + phase + "\",\"conditions\":[" + condition + "],"
                + "\"containerStatuses\":[{\"name\":\"web\"}]}}";
        return new Stored(new Key("pods", "d", "p"), revision, header, json.getBytes(StandardCharsets.UTF_8), -1);
    }
}
