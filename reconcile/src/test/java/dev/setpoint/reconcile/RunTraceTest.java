package dev.setpoint.reconcile;

import static dev.setpoint.reconcile.Fixture.PARENT;
import static dev.setpoint.reconcile.Fixture.childOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.Typed;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Pod;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RunTraceTest {
    private final Fixture world = new Fixture();
    private final InMemorySpanExporter spans = InMemorySpanExporter.create();
    private final OpenTelemetrySdk telemetry = OpenTelemetrySdk.builder()
            .setTracerProvider(SdkTracerProvider.builder()
                    .addSpanProcessor(SimpleSpanProcessor.create(spans))
                    .build())
            .build();

    @AfterEach
    void close() {
        world.close();
        telemetry.close();
    }

    @Test
    void aWriteHangsBelowTheRunThatMadeIt() {
        ConfigMap parent = world.createParent();
        AtomicInteger runs = new AtomicInteger();
        run(_ -> {
            if (runs.incrementAndGet() == 1) {
                Typed.of(Pod.class).over(world.loops.client()).create(childOf(parent));
            }
            return Outcome.DONE;
        });

        SpanData write = named("create pods");
        SpanData reconcile = named("reconcile configmap");
        assertThat(write.getParentSpanId()).isEqualTo(reconcile.getSpanId());
        assertThat(write.getTraceId()).isEqualTo(reconcile.getTraceId());
        assertThat(text(write, "setpoint.resource")).isEqualTo("pods");
        assertThat(text(reconcile, "setpoint.controller")).isEqualTo("configmap");
        assertThat(text(reconcile, "k8s.namespace.name")).isEqualTo(PARENT.namespace());
        assertThat(text(reconcile, "setpoint.object.name")).isEqualTo(PARENT.name());
        assertThat(text(reconcile, "setpoint.outcome")).isEqualTo("done");
    }

    @Test
    void aFailureIsToldWithHowOftenItHappened() {
        world.createParent();
        AtomicInteger calls = new AtomicInteger();
        run(_ -> {
            if (calls.incrementAndGet() < 3) {
                throw new IllegalStateException("not yet");
            }
            return Outcome.DONE;
        });

        List<SpanData> runs = spans.getFinishedSpanItems();
        assertThat(runs).extracting(span -> text(span, "setpoint.outcome")).containsExactly("failed", "failed", "done");
        assertThat(runs)
                .extracting(span -> span.getAttributes().get(AttributeKey.longKey("setpoint.failures")))
                .containsExactly(1L, 2L, null);
        assertThat(runs.getFirst().getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(runs.getFirst().getStatus().getDescription()).isEqualTo("not yet");
    }

    private void run(Reconciler<ObjectKey> reconciler) {
        world.loops.add(Controller.of(ConfigMap.class).tracedBy(telemetry).reconcile(reconciler));
        world.loops.start();
        world.env.advance(Duration.ofMinutes(1));
    }

    private SpanData named(String name) {
        return spans.getFinishedSpanItems().stream()
                .filter(span -> span.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static String text(SpanData span, String key) {
        return Objects.requireNonNull(span.getAttributes().get(AttributeKey.stringKey(key)));
    }
}
