package dev.setpoint.benchmarks.load;

import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.frames.ResetFrame;
import org.eclipse.jetty.util.Callback;

/// A watch that can be ended while its connection stays open.
public final class OpenWatch implements AutoCloseable {
    private final Stream stream;

    OpenWatch(Stream stream) {
        this.stream = stream;
    }

    /// The server hears that nobody listens any more. What is under way meanwhile is dropped.
    @Override
    public void close() {
        stream.reset(new ResetFrame(stream.getId(), ErrorCode.CANCEL_STREAM_ERROR.code), Callback.NOOP);
    }
}
