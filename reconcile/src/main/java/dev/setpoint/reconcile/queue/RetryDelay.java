package dev.setpoint.reconcile.queue;

import dev.setpoint.base.Backoff;
import java.time.Duration;

/// How long a key that failed stays away: its own delay doubles with each failure, and all keys together stay
/// within a budget, whichever is longer.
///
/// @param perKey what a key's own failures cost it
/// @param perSecond how many retries a second the budget allows in the long run
/// @param burst how many retries it allows at once
public record RetryDelay(Backoff perKey, int perSecond, int burst) {
    /// 5 ms, 10 ms, 20 ms, ... 1000 s; ten a second with a burst of a hundred.
    public static final RetryDelay DEFAULT =
            new RetryDelay(new Backoff(Duration.ofMillis(5), Duration.ofSeconds(1000)), 10, 100);

    public RetryDelay {
        if (perSecond < 1 || burst < 1) {
            throw new IllegalArgumentException("perSecond: " + perSecond + ", burst: " + burst + " (expected: >= 1)");
        }
    }
}
