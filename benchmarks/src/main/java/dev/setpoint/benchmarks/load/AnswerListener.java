package dev.setpoint.benchmarks.load;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.frames.HeadersFrame;
import org.eclipse.jetty.http2.frames.ResetFrame;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/// Reads one answer to its end.
final class AnswerListener implements Stream.Listener {
    private final boolean keep;
    private final Consumer<LoadAnswer> done;
    private final Consumer<Throwable> failed;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream(0);
    private int status;
    private long bytes;

    AnswerListener(boolean keep, Consumer<LoadAnswer> done, Consumer<Throwable> failed) {
        this.keep = keep;
        this.done = done;
        this.failed = failed;
    }

    @Override
    public void onHeaders(Stream stream, HeadersFrame frame) {
        if (frame.getMetaData() instanceof MetaData.Response response) {
            status = response.getStatus();
        }
        if (frame.isEndStream()) {
            finish();
        } else {
            stream.demand();
        }
    }

    @Override
    public void onDataAvailable(Stream stream) {
        for (Stream.Data data = stream.readData(); data != null; data = stream.readData()) {
            ByteBuffer content = data.frame().getByteBuffer();
            bytes += content.remaining();
            if (keep || status >= 400) {
                byte[] copy = new byte[content.remaining()];
                content.get(copy);
                body.writeBytes(copy);
            }
            boolean last = data.frame().isEndStream();
            data.release();
            if (last) {
                finish();
                return;
            }
        }
        stream.demand();
    }

    @Override
    public void onReset(Stream stream, ResetFrame frame, Callback callback) {
        callback.succeeded();
        failed.accept(Connection.reset());
    }

    @Override
    public void onFailure(@Nullable Stream stream, int error, String reason, Throwable failure, Callback callback) {
        callback.succeeded();
        failed.accept(failure);
    }

    private void finish() {
        done.accept(new LoadAnswer(status, bytes, body.toByteArray()));
    }
}
