package dev.setpoint.benchmarks;

import java.time.Duration;

/// How much is measured.
///
/// @param warm how many requests a server gets before it is measured: code is compiled by use, not by time
/// @param patience how long it gets more of them, until its compiler has come to rest
/// @param rounds of which the median counts
/// @param manyPods in the long list
/// @param manyWatchers in the wide fan-out
/// @param events that are written one after the other
/// @param singles how many Deployments of one replica are rolled out
/// @param linear the first size of a curve
/// @param scaleNodes in the large cluster
/// @param scalePods in the large cluster
public record Size(
        int warm,
        Duration patience,
        int rounds,
        Duration round,
        int manyPods,
        int manyWatchers,
        int events,
        int singles,
        int linear,
        int scaleNodes,
        int scalePods) {
    /// Each scenario within seconds: for a look while working.
    static final Size QUICK =
            new Size(8_000, Duration.ofSeconds(90), 3, Duration.ofSeconds(1), 10_000, 500, 100, 5_000, 500, 250, 5_000);

    /// For figures to be kept.
    static final Size FULL = new Size(
            40_000,
            Duration.ofSeconds(90),
            5,
            Duration.ofSeconds(3),
            50_000,
            2_000,
            300,
            10_000,
            2_500,
            5_000,
            150_000);

    Size withScale(int nodes, int pods) {
        return new Size(warm, patience, rounds, round, manyPods, manyWatchers, events, singles, linear, nodes, pods);
    }
}
