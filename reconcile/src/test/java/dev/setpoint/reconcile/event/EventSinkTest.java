package dev.setpoint.reconcile.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.apiserver.testing.TestCluster;
import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.client.ListOptions;
import dev.setpoint.client.Typed;
import dev.setpoint.client.TypedClient;
import dev.setpoint.client.testing.FaultSwitches;
import dev.setpoint.client.testing.FaultSwitches.When;
import dev.setpoint.machinery.api.ApiError;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EventSinkTest {
    private static final Pod POD = new PodBuilder()
            .withNewMetadata()
            .withNamespace("ns")
            .withName("web")
            .withUid("u-1")
            .withResourceVersion("17")
            .endMetadata()
            .build();

    private static final int QUEUED = 50;

    private final TestCluster cluster = TestCluster.create(11);
    private final BatonEnv env = cluster.env();
    private final BatonEnv process = env.child("process");
    private final FaultSwitches faults = new FaultSwitches(env);
    private final Metrics metrics = new Metrics();
    private final EventSink sink =
            new EventSink(process, faults.over(cluster.client(process, TestCluster.ADMIN, "process")), metrics, QUEUED);
    private final EventRecorder recorder = sink.recorder("replicaset-controller", "");
    private final TypedClient<io.fabric8.kubernetes.api.model.Event> events =
            Typed.of(io.fabric8.kubernetes.api.model.Event.class).over(cluster.admin());

    @BeforeEach
    void createNamespace() {
        cluster.createNamespace("ns");
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void writesAnEventAsKubernetesDoes() {
        start();
        recorder.normal(POD, "SuccessfulCreate", "Created pod: web-1");
        env.settle();

        var event = written().getFirst();
        assertThat(event.getMetadata().getName()).matches("web\\.[0-9a-f]{16}");
        assertThat(event.getMetadata().getNamespace()).isEqualTo("ns");
        assertThat(event.getType()).isEqualTo("Normal");
        assertThat(event.getReason()).isEqualTo("SuccessfulCreate");
        assertThat(event.getMessage()).isEqualTo("Created pod: web-1");
        assertThat(event.getCount()).isEqualTo(1);
        assertThat(event.getFirstTimestamp()).isEqualTo("2026-01-01T00:00:00Z").isEqualTo(event.getLastTimestamp());
        assertThat(event.getSource().getComponent()).isEqualTo("replicaset-controller");
        assertThat(event.getReportingComponent()).isEqualTo("replicaset-controller");
        assertThat(event.getInvolvedObject().getKind()).isEqualTo("Pod");
        assertThat(event.getInvolvedObject().getApiVersion()).isEqualTo("v1");
        assertThat(event.getInvolvedObject().getUid()).isEqualTo("u-1");
        assertThat(event.getInvolvedObject().getResourceVersion()).isEqualTo("17");
    }

    @Test
    void neverWaitsForTheServer() {
        recorder.normal(POD, "Early", "before anybody listens");
        assertThat(faults.calls()).isEmpty();
        start();
        assertThat(written()).hasSize(1);
    }

    @Test
    void theSameEventAgainRaisesItsCount() {
        start();
        recorder.warning(POD, "BackOff", "Back-off restarting");
        env.advance(Duration.ofSeconds(30));
        recorder.warning(POD, "BackOff", "Back-off restarting");
        env.advance(Duration.ofSeconds(30));
        recorder.warning(POD, "BackOff", "Back-off restarting");
        env.settle();

        assertThat(written()).hasSize(1);
        var event = written().getFirst();
        assertThat(event.getCount()).isEqualTo(3);
        assertThat(event.getFirstTimestamp()).isEqualTo("2026-01-01T00:00:00Z");
        assertThat(event.getLastTimestamp()).isEqualTo("2026-01-01T00:01:00Z");
        assertThat(faults.count("patch", "events")).isEqualTo(2);
    }

    @Test
    void theTenthDifferentMessageIsCombinedWithThoseAfterIt() {
        start();
        for (int i = 1; i <= 12; i++) {
            recorder.normal(POD, "SuccessfulCreate", "Created pod: web-" + i);
        }
        env.settle();

        assertThat(written()).hasSize(10);
        assertThat(written().stream().filter(event -> event.getCount() == 3))
                .singleElement()
                .satisfies(event -> assertThat(event.getMessage())
                        .isEqualTo("(combined from similar events): Created pod: web-12"));
    }

    @Test
    void messagesFarApartAreNotCombined() {
        start();
        for (int i = 1; i <= 12; i++) {
            recorder.normal(POD, "SuccessfulCreate", "Created pod: web-" + i);
            env.advance(Duration.ofMinutes(10).plusSeconds(1));
        }
        assertThat(faults.count("create", "events")).isEqualTo(12);
        assertThat(written())
                .as("those of the last hour")
                .hasSize(6)
                .allSatisfy(event -> assertThat(event.getMessage()).startsWith("Created"));
    }

    @Test
    void aSourceMayWrite25EventsAboutAnObjectThenOneEveryFiveMinutes() {
        start();
        for (int i = 1; i <= 40; i++) {
            recorder.normal(POD, "Reason" + i, "message");
        }
        env.settle();
        assertThat(written()).hasSize(25);
        assertThat(metrics.text()).contains("event_recorder_dropped_total 15\n");

        env.advance(Duration.ofMinutes(5));
        recorder.normal(POD, "Later", "message");
        recorder.normal(POD, "TooEarly", "message");
        env.settle();
        assertThat(written()).hasSize(26);
    }

    @Test
    void othersAreNotLimitedByOneObject() {
        start();
        for (int i = 1; i <= 30; i++) {
            recorder.normal(POD, "Reason" + i, "message");
        }
        Pod other = POD.edit()
                .editMetadata()
                .withName("other")
                .withUid("u-2")
                .endMetadata()
                .build();
        recorder.normal(other, "Reason", "message");
        sink.recorder("kubelet", "node-1").normal(POD, "Pulled", "message");
        env.settle();

        assertThat(written()).hasSize(27);
        assertThat(written()).anySatisfy(event -> {
            assertThat(event.getSource().getHost()).isEqualTo("node-1");
            assertThat(event.getReportingInstance()).isEqualTo("node-1");
        });
    }

    @Test
    void anEventThatIsGoneIsWrittenAnew() {
        start();
        recorder.normal(POD, "A", "m");
        env.settle();
        events.delete(written().getFirst());
        recorder.normal(POD, "A", "m");
        env.settle();

        assertThat(written())
                .singleElement()
                .satisfies(event -> assertThat(event.getCount()).isEqualTo(2));
    }

    @Test
    void waitsForAServerThatIsAwayAndDropsWhatDoesNotFit() {
        start();
        faults.failNext(call -> call.is("create", "events"), new ApiError.Unavailable("away"), When.BEFORE);
        faults.failNext(call -> call.is("create", "events"), new ApiError.Unavailable("away"), When.BEFORE);
        recorder.normal(POD, "First", "m");
        env.settle();
        for (int i = 0; i < QUEUED + 100; i++) {
            Pod other = POD.edit()
                    .editMetadata()
                    .withName("p" + i)
                    .withUid("u" + i)
                    .endMetadata()
                    .build();
            recorder.normal(other, "Reason", "message");
        }
        env.advance(Duration.ofMinutes(1));

        assertThat(written())
                .hasSize(QUEUED + 1)
                .anySatisfy(event -> assertThat(event.getReason()).isEqualTo("First"));
        assertThat(metrics.text()).contains("event_recorder_dropped_total 100\n");
    }

    @Test
    void anEventThatTheServerRefusesIsDropped() {
        start();
        faults.failNext(call -> call.is("create", "events"), new ApiError.BadRequest("no such thing"), When.BEFORE);
        recorder.normal(POD, "Refused", "m");
        recorder.normal(POD, "Accepted", "m");
        env.settle();

        assertThat(written())
                .singleElement()
                .satisfies(event -> assertThat(event.getReason()).isEqualTo("Accepted"));
    }

    @Test
    void eventsAboutClusterScopedObjectsLieInDefault() {
        start();
        recorder.record(
                new ObjectReference("v1", "Node", "", "n1", "u", "", ""), EventRecorder.Type.NORMAL, "Ready", "m");
        env.settle();
        assertThat(written().getFirst().getMetadata().getNamespace()).isEqualTo("default");
    }

    @Test
    void anObjectWithAnOddNameStillHasEvents() {
        start();
        ObjectReference odd =
                new ObjectReference("rbac.authorization.k8s.io/v1", "ClusterRole", "", "system:node", "u", "", "");
        ObjectReference lengthy = new ObjectReference("v1", "Pod", "ns", "p".repeat(250), "u", "", "");
        recorder.record(odd, EventRecorder.Type.NORMAL, "Seen", "m");
        recorder.record(lengthy, EventRecorder.Type.NORMAL, "Seen", "m");
        env.settle();
        assertThat(written())
                .hasSize(2)
                .allSatisfy(event -> assertThat(event.getMetadata().getName()).matches("[-0-9a-f]{36}"));
    }

    @Test
    void closingWritesWhatIsQueued() {
        start();
        recorder.normal(POD, "Last", "words");
        sink.close();
        assertThat(written()).hasSize(1);
    }

    private void start() {
        sink.start();
        env.settle();
    }

    private List<io.fabric8.kubernetes.api.model.Event> written() {
        return events.list("", ListOptions.ALL);
    }
}
