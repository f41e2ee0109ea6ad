package dev.setpoint.apiserver.inprocess;

import dev.setpoint.apiserver.pipeline.EventStream;
import dev.setpoint.client.Watch;
import dev.setpoint.client.WatchClosedException;
import dev.setpoint.client.WatchEvent;
import java.time.Duration;
import java.util.List;

/// The events of a watch without their trip over the wire.
record InProcessWatch(EventStream events) implements Watch {
    @Override
    public List<WatchEvent> next(Duration deadline) {
        return events.next(deadline).orElseThrow(() -> new WatchClosedException("the server ended the watch"));
    }

    @Override
    public void close() {
        events.close();
    }
}
