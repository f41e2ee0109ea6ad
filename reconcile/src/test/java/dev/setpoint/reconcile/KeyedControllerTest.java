package dev.setpoint.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.Typed;
import dev.setpoint.client.testing.FaultSwitches.When;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.reconcile.Controller.Source;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Pod;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// A loop over something that is no object: the ConfigMaps of a zone, together.
class KeyedControllerTest {
    private record Zone(String name) {}

    private final Fixture world = new Fixture();
    private final List<Zone> runs = new ArrayList<>();

    @AfterEach
    void close() {
        world.close();
    }

    private static List<Zone> zoneOf(ConfigMap map) {
        return List.of(new Zone(map.getData().getOrDefault("zone", "")));
    }

    private Controller.KeyedBuilder<Zone> zones() {
        return Controller.keyedBy(Zone.class).watches(ConfigMap.class, KeyedControllerTest::zoneOf);
    }

    private void start(Controller<?> controller) {
        world.loops.add(controller);
        world.loops.start();
        world.env.settle();
    }

    private void create(String name, String zone) {
        world.configMaps.create(
                Fixture.parent(name).edit().addToData("zone", zone).build());
    }

    private Outcome noted(Zone zone) {
        runs.add(zone);
        return Outcome.DONE;
    }

    @Test
    void aKeyIsRunOnceForAllThatWakeIt() {
        create("a", "east");
        create("b", "east");
        create("c", "west");
        start(zones().reconcile(this::noted));
        assertThat(runs).containsExactly(new Zone("east"), new Zone("west"));
    }

    @Test
    void whatMovesWakesTheKeysThatItLeavesAndEnters() {
        create("a", "east");
        start(zones().reconcile(this::noted));
        runs.clear();
        world.configMaps.update(world.configMaps
                .get(new ObjectKey("default", "a"))
                .edit()
                .addToData("zone", "west")
                .build());
        world.env.settle();
        assertThat(runs).containsExactlyInAnyOrder(new Zone("east"), new Zone("west"));
    }

    @Test
    void aKeyThatFailsComesBack() {
        create("a", "east");
        start(zones().reconcile(zone -> {
            if (noted(zone) instanceof Outcome.Done && runs.size() < 3) {
                throw new IllegalStateException("not yet");
            }
            return Outcome.DONE;
        }));
        world.env.advance(Duration.ofSeconds(1));
        assertThat(runs).hasSize(3);
    }

    @Test
    void aKeyWaitsForTheCachesToShowWhatItWrote() {
        create("a", "east");
        ConfigMap owner = world.configMaps.get(new ObjectKey("default", "a"));
        world.faults.hold("pods");
        start(zones().watches(Pod.class, _ -> List.of(new Zone("east"))).reconcile(zone -> {
            noted(zone);
            if (world.children.all().isEmpty()) {
                Typed.of(Pod.class).over(world.loops.client()).create(Fixture.childOf(owner));
            }
            return Outcome.DONE;
        }));
        create("b", "east");
        world.env.advance(Duration.ofSeconds(1));
        assertThat(runs).hasSize(1);
        world.faults.release("pods");
        world.env.advance(Duration.ofSeconds(1));
        assertThat(world.faults.count("create", "pods")).isEqualTo(1);
        assertThat(runs).hasSizeGreaterThan(1);
    }

    @Test
    void aWriteWhoseOutcomeIsUnknownIsLookedUpBeforeTheKeysNextRun() {
        create("a", "east");
        ConfigMap owner = world.configMaps.get(new ObjectKey("default", "a"));
        world.faults.failNext(call -> call.is("create", "pods"), new ApiError.Unanswered("lost"), When.AFTER);
        start(zones().reconcile(zone -> {
            noted(zone);
            if (world.children.all().isEmpty()) {
                Typed.of(Pod.class).over(world.loops.client()).create(Fixture.childOf(owner));
            }
            return Outcome.DONE;
        }));
        world.env.advance(Duration.ofSeconds(1));
        assertThat(runs).hasSize(2);
        assertThat(world.faults.count("create", "pods")).isEqualTo(1);
    }

    @Test
    void aKindThatComesLaterWakesKeysToo() {
        Controller<Zone> controller = zones().reconcile(this::noted);
        start(controller);
        Controller<Zone> other = zones().named("other").reconcile(zone -> {
            throw new AssertionError(zone + " of another controller");
        });
        Source<Zone> pods = new Source<>(Typed.of(Pod.class), _ -> true, _ -> List.of(new Zone("north")));
        world.loops.follow(controller, pods);
        world.loops.follow(other, pods); // It was never added.
        world.pods.create(Fixture.childOf(world.createParent()));
        world.env.settle();
        assertThat(runs).contains(new Zone("north"));
    }

    @Test
    void peopleSeeAKeysText() {
        InMemorySpanExporter spans = InMemorySpanExporter.create();
        try (OpenTelemetrySdk telemetry = OpenTelemetrySdk.builder()
                .setTracerProvider(SdkTracerProvider.builder()
                        .addSpanProcessor(SimpleSpanProcessor.create(spans))
                        .build())
                .build()) {
            create("a", "east");
            start(zones().tracedBy(telemetry).reconcile(this::noted));
            assertThat(spans.getFinishedSpanItems()).singleElement().satisfies(span -> {
                assertThat(span.getName()).isEqualTo("reconcile zone");
                assertThat(span.getAttributes().get(AttributeKey.stringKey("setpoint.key")))
                        .isEqualTo("Zone[name=east]");
                assertThat(span.getAttributes().get(AttributeKey.stringKey("setpoint.object.name")))
                        .isNull();
            });
        }
    }

    @Test
    void whatNothingWakesIsAMistake() {
        assertThatThrownBy(() -> Controller.keyedBy(Zone.class).reconcile(this::noted))
                .hasMessage("zone: nothing that wakes it (expected: watches)");
    }
}
