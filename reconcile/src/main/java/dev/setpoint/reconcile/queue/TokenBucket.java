package dev.setpoint.reconcile.queue;

import java.time.Duration;

/// A budget over time: `burst` at once, then one every interval. Kept as the moment at which the bucket is
/// full again, so that nothing has to be refilled.
public final class TokenBucket {
    private final long intervalNanos;
    private final long burstNanos;
    private long fullAtNanos;
    private boolean used;

    /// @param interval how long one token takes to come back
    public TokenBucket(Duration interval, int burst) {
        this.intervalNanos = interval.toNanos();
        this.burstNanos = intervalNanos * burst;
    }

    /// Takes one token, from the future if need be, and says how long until it is there.
    public synchronized Duration reserve(long nowNanos) {
        long wait = take(nowNanos) - burstNanos;
        fullAtNanos = nowNanos + wait + burstNanos;
        used = true;
        return Duration.ofNanos(Math.max(0, wait));
    }

    /// Takes a token if one is there.
    public synchronized boolean tryTake(long nowNanos) {
        long debt = take(nowNanos);
        if (debt > burstNanos) {
            return false;
        }
        fullAtNanos = nowNanos + debt;
        used = true;
        return true;
    }

    /// How long the bucket would take to fill after one more token.
    private long take(long nowNanos) {
        long debt = used ? Math.max(0, fullAtNanos - nowNanos) : 0;
        return debt + intervalNanos;
    }
}
