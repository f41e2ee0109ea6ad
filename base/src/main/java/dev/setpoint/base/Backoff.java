package dev.setpoint.base;

import java.time.Duration;
import java.util.random.RandomGenerator;

/// How long to wait before trying again: twice as long after each failure, up to a cap.
///
///     new Backoff(Duration.ofMillis(5), Duration.ofSeconds(1000)): 5 ms, 10 ms, 20 ms, ... 655 s, 1000 s, 1000 s
public record Backoff(Duration first, Duration cap) {
    public Backoff {
        if (!first.isPositive() || cap.compareTo(first) < 0) {
            throw new IllegalArgumentException("first: " + first + ", cap: " + cap + " (expected: 0 < first <= cap)");
        }
    }

    /// @param failures how many there have been in a row, the one just seen included
    public Duration after(int failures) {
        if (failures < 1) {
            throw new IllegalArgumentException("failures: " + failures + " (expected: >= 1)");
        }
        var delay = first;
        for (int doubled = 1; doubled < failures && delay.compareTo(cap) < 0; doubled++) {
            delay = delay.multipliedBy(2);
        }
        return delay.compareTo(cap) < 0 ? delay : cap;
    }

    /// Somewhere between half of [#after] and all of it, so that those who failed together do not return
    /// together.
    public Duration after(int failures, RandomGenerator random) {
        long nanos = after(failures).toNanos();
        return Duration.ofNanos(random.nextLong(nanos / 2, nanos + 1));
    }
}
