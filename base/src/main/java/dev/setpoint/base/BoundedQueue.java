package dev.setpoint.base;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// First in, first out, never more than its capacity. Closing it lets takers drain what is left and then end.
public interface BoundedQueue<T> extends AutoCloseable {
    /// Never blocks; false when full or closed.
    boolean offer(T element);

    /// Waits for room; false when the deadline came first or the queue is closed.
    boolean put(T element, Duration deadline);

    /// Waits for an element; empty when the deadline came first, or when closed and drained.
    Optional<T> take(Duration deadline);

    /// Waits like [#take] for the first element, then adds whatever else lies there, at most `limit` in all.
    List<T> takeBatch(int limit, Duration deadline);

    int size();

    boolean closed();

    @Override
    void close();
}
