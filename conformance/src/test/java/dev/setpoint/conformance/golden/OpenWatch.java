package dev.setpoint.conformance.golden;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The events of one watch, read as they come by a thread that ends with the stream.
final class OpenWatch implements AutoCloseable {
    /// Stands in the queue for the end of the stream.
    private static final JsonNode END = MissingNode.getInstance();

    private final HttpResponse<InputStream> response;
    private final BlockingQueue<JsonNode> events = new LinkedBlockingQueue<>();

    /// @param closed whether the server has ended the stream
    record Read(List<JsonNode> events, boolean closed) {}

    OpenWatch(HttpResponse<InputStream> response) {
        this.response = response;
        Thread.ofVirtual().name("watch").start(this::pump);
    }

    private void pump() {
        try (MappingIterator<JsonNode> values =
                Scenario.MAPPER.readerFor(JsonNode.class).readValues(response.body())) {
            while (values.hasNext()) {
                events.add(values.next());
            }
        } catch (IOException | RuntimeException e) {
            // Closed from this side, or cut off: for a watcher both are the end.
        }
        events.add(END);
    }

    String contentType() {
        return Bodies.contentType(response.headers());
    }

    /// Reads until there are enough, or the stream ends when it is to be read until then.
    Read read(int count, boolean untilClose, Duration patience, Duration settle) {
        List<JsonNode> read = new ArrayList<>();
        Instant end = Instant.now().plus(patience);
        while (untilClose || read.size() < count) {
            JsonNode event = next(end);
            if (event == null || event.isMissingNode()) {
                return new Read(read, event != null);
            }
            read.add(event);
        }
        Instant settled = Instant.now().plus(settle);
        for (JsonNode event = next(settled); event != null && !event.isMissingNode(); event = next(settled)) {
            read.add(event);
        }
        return new Read(read, false);
    }

    private @Nullable JsonNode next(Instant end) {
        try {
            return events.poll(Duration.between(Instant.now(), end).toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        try {
            response.body().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
