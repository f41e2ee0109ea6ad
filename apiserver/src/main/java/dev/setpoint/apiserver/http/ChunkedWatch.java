package dev.setpoint.apiserver.http;

import dev.setpoint.apiserver.pipeline.EventStream;
import dev.setpoint.apiserver.pipeline.EventStream.Event;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/// A watch as an answer that goes on: one line or one message for each event, in chunks or in the frames
/// of HTTP/2.
final class ChunkedWatch implements WatchLoop.Sink {
    private static final String PROTOBUF_STREAM = "application/vnd.kubernetes.protobuf;stream=watch";

    private final Exchange exchange;
    private final boolean protobuf;
    private final AtomicBoolean gone = new AtomicBoolean();

    private ChunkedWatch(Exchange exchange, boolean protobuf) {
        this.exchange = exchange;
        this.protobuf = protobuf;
    }

    /// @param protobuf whether the client wants its events as messages and the resource has them
    static void run(Exchange exchange, EventStream stream, Traffic traffic, boolean protobuf) throws IOException {
        ChunkedWatch watch = new ChunkedWatch(exchange, protobuf);
        HangUp.notice(exchange, () -> watch.gone.set(true));
        exchange.begin(200, protobuf ? PROTOBUF_STREAM : Form.PLAIN.format().mediaType());
        exchange.write(
                false, ByteBuffer.allocate(0)); // The client waits for the headers, perhaps long before an event.
        WatchLoop.run(stream, watch, traffic);
        if (!watch.gone()) {
            exchange.write(true, ByteBuffer.allocate(0));
        }
    }

    @Override
    public void send(List<Event> events) throws IOException {
        long size = events.stream().mapToLong(EventFrame::size).sum();
        ChunkedOutput out = new ChunkedOutput(exchange, size); // Sized anew each time: an idle watch holds no buffer.
        for (Event event : events) {
            if (protobuf) {
                EventFrame.writeMessage(event, out);
            } else {
                EventFrame.write(event, out);
                out.write('\n');
            }
        }
        out.flush();
    }

    @Override
    public boolean gone() {
        return gone.get();
    }
}
