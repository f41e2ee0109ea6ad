package dev.setpoint.apiserver.pipeline;

import dev.setpoint.base.Env;
import java.time.Duration;

/// The moment at which somebody waits no longer.
///
/// One deadline covers the whole of a call: reading its body, every try of a write, every wait for the store.
public record Deadline(Env env, long endNanos) {
    public static Deadline in(Env env, Duration limit) {
        return new Deadline(env, env.monotonicNanos() + limit.toNanos());
    }

    /// Never negative.
    public Duration left() {
        return Duration.ofNanos(Math.max(0, endNanos - env.monotonicNanos()));
    }

    public boolean passed() {
        return endNanos - env.monotonicNanos() <= 0;
    }

    public Deadline orEarlier(Deadline other) {
        return other.endNanos - endNanos < 0 ? other : this;
    }

    /// This one, or an earlier one.
    public Deadline within(Duration limit) {
        return orEarlier(in(env, limit));
    }
}
