package dev.setpoint.apiserver.http;

import dev.setpoint.apiserver.pipeline.EventStream;
import dev.setpoint.base.BoundedQueue;
import dev.setpoint.base.Env;
import dev.setpoint.base.Promise;
import dev.setpoint.client.WatchEvent;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// A watch whose events the test sends.
class ScriptedEvents implements EventStream {
    private final BoundedQueue<WatchEvent> queue;
    private final Promise<Boolean> closed;
    private final boolean tells;
    private volatile Runnable listener = () -> {};

    /// One that can only be waited for.
    ScriptedEvents(Env env) {
        this(env, false);
    }

    /// @param tells whether it tells a listener of events
    ScriptedEvents(Env env, boolean tells) {
        this.tells = tells;
        this.queue = env.queue(100);
        this.closed = env.promise();
    }

    void send(WatchEvent... events) {
        for (WatchEvent event : events) {
            if (!queue.put(event, Duration.ofSeconds(10))) {
                throw new IllegalStateException("the watch takes no more events");
            }
            listener.run();
        }
    }

    /// False when the watch takes no more.
    boolean offer(WatchEvent event) {
        boolean taken = queue.put(event, Duration.ofMillis(100));
        listener.run();
        return taken;
    }

    void end() {
        queue.close();
        listener.run();
    }

    boolean closedWithin(Duration deadline) {
        return closed.await(deadline).isPresent();
    }

    @Override
    public Optional<List<WatchEvent>> next(Duration deadline) {
        List<WatchEvent> events = queue.takeBatch(10, deadline);
        return events.isEmpty() && queue.closed() ? Optional.empty() : Optional.of(events);
    }

    @Override
    public boolean listen(Runnable told) {
        if (tells) {
            listener = told;
        }
        return tells;
    }

    @Override
    public void close() {
        closed.complete(true);
    }
}
