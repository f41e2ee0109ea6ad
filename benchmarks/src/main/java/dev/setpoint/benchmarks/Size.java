package dev.setpoint.benchmarks;

import java.time.Duration;

/// How much is measured.
///
/// @param warm how many requests a server gets before it is measured: code is compiled by use, not by time
/// @param rounds of which the median counts
/// @param manyPods in the long list
/// @param manyWatchers in the wide fan-out
public record Size(int warm, int rounds, Duration round, int manyPods, int manyWatchers, int events) {
    /// Each scenario within seconds: for a look while working.
    static final Size QUICK = new Size(8_000, 3, Duration.ofSeconds(1), 10_000, 500, 100);

    /// For figures to be kept.
    static final Size FULL = new Size(40_000, 5, Duration.ofSeconds(3), 50_000, 2_000, 300);
}
