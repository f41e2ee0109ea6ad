package dev.setpoint.apiserver.http;

import dev.setpoint.apiserver.pipeline.EventStream;
import dev.setpoint.apiserver.pipeline.EventStream.Event;
import dev.setpoint.machinery.api.ApiException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Carries events from a watch to a client until either of them or the server ends.
final class WatchLoop {
    /// How long it may take to notice that the client hung up or that the server ends.
    private static final Duration PULSE = Duration.ofSeconds(1);

    private WatchLoop() {}

    /// Where the events go.
    interface Sink {
        /// @throws IOException when the client is gone, or takes nothing for too long
        void send(List<Event> events) throws IOException;

        boolean gone();
    }

    /// Returns when the stream has ended in order; does not close it.
    static void run(EventStream stream, Sink sink, Traffic traffic) throws IOException {
        try {
            while (!traffic.ending() && !sink.gone()) {
                Optional<List<Event>> events = stream.next(PULSE);
                if (events.isEmpty()) {
                    return;
                }
                if (!events.get().isEmpty()) {
                    sink.send(events.get());
                }
            }
        } catch (ApiException e) {
            sink.send(List.of(EventFrame.error(e.error())));
        }
    }
}
