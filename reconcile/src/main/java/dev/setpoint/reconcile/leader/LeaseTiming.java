package dev.setpoint.reconcile.leader;

import java.time.Duration;

/// How long a leader leads without a word, and how often it speaks.
///
///     renewed ├──retry──┼──retry──┼── … ──┤ renew deadline: it steps down      ┤ lease: others may take
///     over
///
/// @param lease for how long others respect a Lease that is not renewed
/// @param renewDeadline for how long a leader tries to renew before it steps down
/// @param retry how long between two tries, of a leader to renew and of the others to take over
public record LeaseTiming(Duration lease, Duration renewDeadline, Duration retry) {
    /// Of Kubernetes' components.
    public static final LeaseTiming DEFAULT =
            new LeaseTiming(Duration.ofSeconds(15), Duration.ofSeconds(10), Duration.ofSeconds(2));

    /// Those who wait do so for one to this many times more than the period, so that they do not come
    /// together.
    static final double JITTER = 1.2;

    public LeaseTiming {
        require(lease.compareTo(Duration.ofSeconds(1)) >= 0, "lease", lease, "at least 1s");
        require(lease.compareTo(renewDeadline) > 0, "lease", lease, "longer than the renew deadline " + renewDeadline);
        require(retry.isPositive(), "retry", retry, "positive");
        require(
                renewDeadline.toNanos() > retry.toNanos() * JITTER,
                "renew deadline",
                renewDeadline,
                "longer than " + JITTER + " times the retry period " + retry);
    }

    private static void require(boolean holds, String what, Duration value, String expected) {
        if (!holds) {
            throw new IllegalArgumentException(what + ": " + value + " (expected: " + expected + ")");
        }
    }
}
