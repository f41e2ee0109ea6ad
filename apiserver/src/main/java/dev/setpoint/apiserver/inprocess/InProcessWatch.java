package dev.setpoint.apiserver.inprocess;

import dev.setpoint.apiserver.pipeline.EventStream;
import dev.setpoint.client.Watch;
import dev.setpoint.client.WatchClosedException;
import dev.setpoint.client.WatchEvent;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.json.CompactReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The events of a watch without their trip over the wire.
final class InProcessWatch implements Watch {
    private final EventStream events;

    InProcessWatch(EventStream events) {
        this.events = events;
    }

    @Override
    public List<WatchEvent> next(Duration deadline) {
        List<EventStream.Event> batch =
                events.next(deadline).orElseThrow(() -> new WatchClosedException("the server ended the watch"));
        List<WatchEvent> seen = new ArrayList<>(batch.size());
        for (EventStream.Event event : batch) {
            seen.add(
                    switch (event.type()) {
                        case "ADDED" -> new WatchEvent.Added(event.object());
                        case "MODIFIED" -> new WatchEvent.Modified(event.object());
                        case "DELETED" -> new WatchEvent.Deleted(event.object());
                        case "BOOKMARK" ->
                            new WatchEvent.Bookmark(event.object().revision());
                        default -> throw failure(event);
                    });
        }
        return seen;
    }

    /// An ERROR event carries a Status; the only one that a watch sends is that its place is gone.
    private static ApiException failure(EventStream.Event event) {
        String message = CompactReader.object(event.object().bytes()).textOr("message", "the watch failed");
        return new ApiException(new ApiError.Expired(message, Optional.empty()));
    }

    @Override
    public void close() {
        events.close();
    }
}
