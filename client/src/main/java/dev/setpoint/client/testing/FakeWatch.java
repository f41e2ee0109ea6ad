package dev.setpoint.client.testing;

import dev.setpoint.base.BoundedQueue;
import dev.setpoint.base.Env;
import dev.setpoint.client.Watch;
import dev.setpoint.client.WatchClosedException;
import dev.setpoint.client.WatchEvent;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;

/// A place in a [FakeClient]'s log.
final class FakeWatch implements Watch {
    /// What lies after a place.
    ///
    /// @param position the place after them
    record Batch(List<WatchEvent> events, long position) {}

    private final Env env;
    private final LongFunction<Batch> log;
    /// Rung when there may be something new; one ring is as good as many.
    private final BoundedQueue<String> bell;
    private long position;
    private volatile boolean ended;
    private volatile boolean expired;

    FakeWatch(Env env, long after, LongFunction<Batch> log) {
        this.env = env;
        this.log = log;
        this.bell = env.queue(1);
        this.position = after;
    }

    @Override
    public List<WatchEvent> next(Duration deadline) {
        long end = env.monotonicNanos() + deadline.toNanos();
        while (true) {
            if (expired) {
                throw new ApiException(new ApiError.Expired("too old resource version: " + position, Optional.empty()));
            }
            if (ended) {
                throw new WatchClosedException("the watch was closed");
            }
            Batch batch = log.apply(position);
            position = batch.position();
            if (!batch.events().isEmpty()) {
                return batch.events();
            }
            Duration left = Duration.ofNanos(end - env.monotonicNanos());
            if (!left.isPositive() || bell.take(left).isEmpty()) {
                return List.of();
            }
        }
    }

    void ring() {
        bell.offer("look");
    }

    void end() {
        ended = true;
        ring();
    }

    void expire() {
        expired = true;
        ring();
    }

    @Override
    public void close() {
        ended = true;
    }
}
