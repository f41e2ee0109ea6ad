package dev.setpoint.apiserver.http;

import dev.setpoint.apiserver.pipeline.EventStream;
import dev.setpoint.base.BoundedQueue;
import dev.setpoint.base.Env;
import dev.setpoint.base.Promise;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// A watch whose events the test sends.
class ScriptedEvents implements EventStream {
    private final BoundedQueue<Event> queue;
    private final Promise<Boolean> closed;

    ScriptedEvents(Env env) {
        this.queue = env.queue(100);
        this.closed = env.promise();
    }

    void send(Event... events) {
        for (Event event : events) {
            if (!queue.put(event, Duration.ofSeconds(10))) {
                throw new IllegalStateException("the watch takes no more events");
            }
        }
    }

    /// False when the watch takes no more.
    boolean offer(Event event) {
        return queue.put(event, Duration.ofMillis(100));
    }

    void end() {
        queue.close();
    }

    boolean closedWithin(Duration deadline) {
        return closed.await(deadline).isPresent();
    }

    @Override
    public Optional<List<Event>> next(Duration deadline) {
        List<Event> events = queue.takeBatch(10, deadline);
        return events.isEmpty() && queue.closed() ? Optional.empty() : Optional.of(events);
    }

    @Override
    public void close() {
        closed.complete(true);
    }
}
