package dev.setpoint.apiserver.http;

import dev.setpoint.apiserver.pipeline.CallLife;
import dev.setpoint.apiserver.pipeline.EventStream;
import dev.setpoint.client.WatchEvent;
import dev.setpoint.machinery.api.ApiError;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/// A watch as an answer that goes on: one line or one message for each event, in chunks or in the frames
/// of HTTP/2.
///
/// What is there at the beginning is written by the request's own thread, which is then given back where the pump can
/// do the rest.
final class ChunkedWatch implements WatchLoop.Sink {
    private static final String PROTOBUF_STREAM = "application/vnd.kubernetes.protobuf;stream=watch";

    private final Exchange exchange;
    private final boolean protobuf;
    private volatile boolean gone;
    private volatile @Nullable PushedWatch pushed;

    private ChunkedWatch(Exchange exchange, boolean protobuf) {
        this.exchange = exchange;
        this.protobuf = protobuf;
    }

    /// Answers with the events of a stream and closes it, now or later.
    ///
    /// @param protobuf whether the client wants its events as messages and the resource has them
    /// @param life of the call, which is ended by whoever completes the answer
    /// @return who does
    static Completion run(
            Exchange exchange,
            EventStream stream,
            boolean protobuf,
            CallsUnderWay traffic,
            CallLife life,
            WatchPump pump,
            Callback request)
            throws IOException {
        ChunkedWatch watch = new ChunkedWatch(exchange, protobuf);
        Completion completion = Completion.HERE;
        try {
            HangUp.notice(exchange, watch::hangUp);
            exchange.begin(200, protobuf ? PROTOBUF_STREAM : Form.PLAIN.format().mediaType());
            exchange.write(
                    false, ByteBuffer.allocate(0)); // The client waits for the headers, perhaps long before an event.
            if (WatchLoop.catchUp(stream, watch, traffic)) {
                PushedWatch rest = new PushedWatch(pump, exchange, stream, traffic, life, request);
                if (!protobuf && pump.hasRoom() && stream.listen(rest::ready)) {
                    completion = Completion.ELSEWHERE;
                    watch.handOver(rest, pump);
                    return completion;
                }
                WatchLoop.run(stream, watch, traffic);
            }
            if (!watch.gone()) {
                exchange.write(true, ByteBuffer.allocate(0));
            }
            return completion;
        } finally {
            if (completion == Completion.HERE) {
                stream.close();
            }
        }
    }

    private void handOver(PushedWatch rest, WatchPump pump) {
        pushed = rest;
        pump.add(rest);
        if (gone) { // Before there was somebody to tell.
            rest.hangUp();
        }
    }

    private void hangUp() {
        gone = true;
        PushedWatch rest = pushed;
        if (rest != null) {
            rest.hangUp();
        }
    }

    @Override
    public void send(List<WatchEvent> events) throws IOException {
        long size = events.stream().mapToLong(EventFrame::size).sum();
        ChunkedOutput out = new ChunkedOutput(exchange, size); // Sized anew each time: an idle watch holds no buffer.
        for (WatchEvent event : events) {
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
    public void fail(ApiError error) throws IOException {
        exchange.write(false, protobuf ? ByteBuffer.wrap(EventFrame.errorMessage(error)) : EventBytes.ofFailure(error));
    }

    @Override
    public boolean gone() {
        return gone;
    }
}
