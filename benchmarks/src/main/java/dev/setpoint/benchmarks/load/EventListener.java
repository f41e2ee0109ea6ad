package dev.setpoint.benchmarks.load;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.frames.HeadersFrame;
import org.eclipse.jetty.http2.frames.ResetFrame;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/// Tells of each event of a watch what its type begins with, and looks at nothing else in it.
final class EventListener implements Stream.Listener {
    /// Where the type stands in a line: `{"type":"ADDED",...}`.
    private static final int TYPE_AT = 9;

    final CompletableFuture<Stream> open = new CompletableFuture<>();
    private final EventCount events;
    private int column;
    private char type;

    EventListener(EventCount events) {
        this.events = events;
    }

    @Override
    public void onHeaders(Stream stream, HeadersFrame frame) {
        if (frame.getMetaData() instanceof MetaData.Response response && response.getStatus() == 200) {
            open.complete(stream);
        } else {
            open.completeExceptionally(new IllegalStateException("not a watch: " + frame.getMetaData()));
        }
        stream.demand();
    }

    @Override
    public void onDataAvailable(Stream stream) {
        for (Stream.Data data = stream.readData(); data != null; data = stream.readData()) {
            read(data.frame().getByteBuffer());
            boolean last = data.frame().isEndStream();
            data.release();
            if (last) {
                events.ended();
                return;
            }
        }
        stream.demand();
    }

    /// Events are compact JSON: a line end is the end of an event.
    private void read(ByteBuffer content) {
        for (int i = content.position(); i < content.limit(); i++) {
            byte value = content.get(i);
            if (value == '\n') {
                events.heard(type);
                column = 0;
            } else if (column++ == TYPE_AT) {
                type = (char) value;
            }
        }
    }

    @Override
    public void onReset(Stream stream, ResetFrame frame, Callback callback) {
        callback.succeeded();
        end(Connection.reset());
    }

    @Override
    public void onFailure(@Nullable Stream stream, int error, String reason, Throwable failure, Callback callback) {
        callback.succeeded();
        end(failure);
    }

    private void end(Throwable failure) {
        open.completeExceptionally(failure);
        events.ended();
    }
}
