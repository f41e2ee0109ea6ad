package dev.setpoint.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// The lesson of backoff: what fails comes back, ever later, and nothing is held against what has succeeded.
class BackoffTest {
    /// As many as fit in before everything is looked at again anyway.
    private static final int PAUSES = 16;

    private static final Duration BEFORE_RESYNC = Duration.ofMinutes(9);

    private final List<Duration> times = new ArrayList<>();
    private boolean broken = true;

    @Test
    void failuresComeBackEverLaterAndSuccessResets() {
        try (Fixture world = new Fixture()) {
            world.createParent();
            world.loops.add(Controller.of(ConfigMap.class).reconcile(_ -> {
                times.add(Duration.ofNanos(world.env.monotonicNanos()));
                if (broken) {
                    throw new IllegalStateException("not yet");
                }
                return Outcome.DONE;
            }));
            world.loops.start();
            world.env.advanceUntil(BEFORE_RESYNC, () -> times.size() > PAUSES);
            assertThat(pauses()).containsExactlyElementsOf(doubling());

            world.env.advance(Duration.ofHours(2));
            assertThat(bucket(world, "0.005")).isEqualTo(1);
            assertThat(bucket(world, "0.01")).isEqualTo(2);
            assertThat(bucket(world, "0.02")).isEqualTo(3);
            assertThat(bucket(world, "655.36")).isEqualTo(18);
            assertThat(bucket(world, "1000")).as("no pause is longer").isEqualTo(bucket(world, "+Inf"));
            assertThat(bucket(world, "1000")).as("failures since").isGreaterThan(18);

            broken = false;
            world.env.advance(Duration.ofSeconds(1001));
            broken = true;
            times.clear();
            world.touch("again");
            world.env.advanceUntil(Duration.ofMinutes(1), () -> times.size() == 4);
            assertThat(pauses()).containsExactly(millis(5), millis(10), millis(20));
        }
    }

    @Test
    void aServerThatAsksForAPauseIsGivenOne() {
        assertThat(pauseAfter(Duration.ofSeconds(3))).isEqualTo(Duration.ofSeconds(3));
        assertThat(pauseAfter(Duration.ZERO)).isEqualTo(millis(5));
        assertThat(pauseAfter(Duration.ofDays(10_000))).isEqualTo(Duration.ofSeconds(1000));
    }

    private Duration pauseAfter(Duration asked) {
        times.clear();
        try (Fixture world = new Fixture()) {
            world.createParent();
            world.parents.resyncEvery(Duration.ofDays(1));
            world.loops.add(Controller.of(ConfigMap.class).reconcile(_ -> {
                times.add(Duration.ofNanos(world.env.monotonicNanos()));
                throw new ApiException(new ApiError.TooManyRequests("later", asked, List.of()));
            }));
            world.loops.start();
            world.env.advanceUntil(Duration.ofHours(1), () -> times.size() > 1);
            return pauses().getFirst();
        }
    }

    private List<Duration> pauses() {
        List<Duration> pauses = new ArrayList<>();
        for (int index = 1; index < times.size(); index++) {
            pauses.add(times.get(index).minus(times.get(index - 1)));
        }
        return pauses;
    }

    private static List<Duration> doubling() {
        return IntStream.range(0, PAUSES)
                .mapToObj(failure -> millis(5L << failure))
                .toList();
    }

    /// How many pauses were no longer than this.
    private static long bucket(Fixture world, String seconds) {
        String name = "workqueue_retry_delay_seconds_bucket{name=\"configmap\",le=\"" + seconds + "\"} ";
        return world.metrics
                .text()
                .lines()
                .filter(line -> line.startsWith(name))
                .mapToLong(line -> Long.parseLong(line.substring(name.length())))
                .findFirst()
                .orElseThrow();
    }

    private static Duration millis(long millis) {
        return Duration.ofMillis(millis);
    }
}
