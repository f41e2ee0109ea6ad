package dev.setpoint.apiserver.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AnnotatedUsageTest {
    private static final Instant START = Instant.parse("2026-05-01T12:00:00Z");

    private final AnnotatedUsage usage = new AnnotatedUsage();

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            250m                              |   0 | 250m
            250m                              | 100 | 250m
            t < 60 ? "200m" : "1400m"         |  59 | 200m
            t < 60 ? "200m" : "1400m"         |  60 | 1400m
            0.2 + t * 0.01                    | 100 | 1200m
            string(200 + t * 10) + "m"        | 100 | 1200m
            t % 2 == 0 ? 1 : 2                |   7 | 2
            """)
    void aCurveFollowsTheAgeOfThePod(String annotation, int age, String expected) {
        assertThat(usage.of(pod(annotation, "0"), START.plusSeconds(age))).isEqualTo(Map.of("c", usage(expected, "0")));
    }

    @Test
    void memoryIsANumberOfBytesOrAQuantity() {
        Instant later = START.plusSeconds(64);
        assertThat(usage.of(pod("0", "t * 1048576"), later)).isEqualTo(Map.of("c", usage("0", "64Mi")));
        assertThat(usage.of(pod("0", "string(t) + \"Mi\""), later)).isEqualTo(Map.of("c", usage("0", "64Mi")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"nonsense", "x + 1", "1 / t", "t > 3", "0 - 5", "[t].map(x, x)", ""})
    void whatMakesNoAmountIsNoUse(String annotation) {
        assertThat(usage.of(pod(annotation, "0"), START)).isEqualTo(Map.of("c", usage("0", "0")));
    }

    @Test
    void aPodThatSaysNotWhenItStartedHasJustStarted() {
        JsonObject pod = pod("t < 60 ? 1 : 2", "0");
        pod.remove("status");
        assertThat(usage.of(pod, START.plusSeconds(100))).isEqualTo(Map.of("c", usage("1", "0")));
    }

    private static JsonObject pod(String cpu, String memory) {
        JsonObject pod = JsonReader.object("""
                {"spec":{"containers":[{"name":"c"}]},"status":{"startTime":"2026-05-01T12:00:00Z"}}""".getBytes(StandardCharsets.UTF_8));
        pod.child("metadata")
                .child("annotations")
                .put("usage.setpoint.dev/cpu", cpu)
                .put("usage.setpoint.dev/memory", memory);
        return pod;
    }

    private static Usage usage(String cpu, String memory) {
        return new Usage(
                dev.setpoint.machinery.quantity.Quantity.parse(cpu),
                dev.setpoint.machinery.quantity.Quantity.parse(memory));
    }
}
