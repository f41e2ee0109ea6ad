package dev.setpoint.apiserver.http;

import dev.setpoint.apiserver.pipeline.EventStream;
import dev.setpoint.client.WatchEvent;
import dev.setpoint.machinery.api.ApiError;
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
        void send(List<WatchEvent> events) throws IOException;

        /// Tells why there will be no more events.
        ///
        /// @throws IOException as above
        void fail(ApiError error) throws IOException;

        boolean gone();
    }

    /// Returns when the stream has ended in order; does not close it.
    static void run(EventStream stream, Sink sink, CallsUnderWay traffic) throws IOException {
        boolean open = true;
        while (open) {
            open = step(stream, sink, traffic, PULSE) != Step.ENDED;
        }
    }

    /// Sends what there is now. False when the stream has ended with it.
    static boolean catchUp(EventStream stream, Sink sink, CallsUnderWay traffic) throws IOException {
        Step step;
        do {
            step = step(stream, sink, traffic, Duration.ZERO);
        } while (step == Step.SENT);
        return step == Step.NOTHING_NEW;
    }

    private enum Step {
        SENT,
        NOTHING_NEW,
        ENDED
    }

    private static Step step(EventStream stream, Sink sink, CallsUnderWay traffic, Duration patience)
            throws IOException {
        if (traffic.ending() || sink.gone()) {
            return Step.ENDED;
        }
        try {
            Optional<List<WatchEvent>> events = stream.next(patience);
            if (events.isEmpty()) {
                return Step.ENDED;
            }
            if (events.get().isEmpty()) {
                return Step.NOTHING_NEW;
            }
            sink.send(events.get());
            return Step.SENT;
        } catch (ApiException e) {
            sink.fail(e.error());
            return Step.ENDED;
        }
    }
}
