package dev.setpoint.apiserver.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.jspecify.annotations.Nullable;

/// The body of an answer whose length is not known when it begins.
///
/// A small one is collected and goes out whole, with its length. A large one goes out in chunks while it is
/// made, and compressed when the client likes that and there is enough of it to be worth the work.
final class BodyStream extends OutputStream {
    static final int GZIP_THRESHOLD = 128 * 1024;
    private static final int FIRST = 4 * 1024;

    private final Outlet outlet;
    private final boolean gzip;
    /// How much is collected before the first byte goes out.
    private final int collected;

    private byte[] buffer;
    private int count;
    private @Nullable OutputStream chunks;

    /// @param expected about how many bytes will come
    BodyStream(Outlet outlet, long expected) {
        this.outlet = outlet;
        this.gzip = outlet.acceptsGzip();
        this.collected = gzip ? GZIP_THRESHOLD : ChunkedOutput.CHUNK;
        this.buffer = new byte[Math.clamp(expected, FIRST, collected)];
    }

    @Override
    public void write(int value) throws IOException {
        if (chunks == null && (count < buffer.length || grow(1))) {
            buffer[count++] = (byte) value;
        } else {
            chunks().write(value);
        }
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        if (chunks == null && (length <= buffer.length - count || grow(length))) {
            System.arraycopy(bytes, offset, buffer, count, length);
            count += length;
        } else {
            chunks().write(bytes, offset, length);
        }
    }

    /// Sends what is left and ends the answer.
    @Override
    public void close() throws IOException {
        if (chunks != null) {
            chunks.close();
            return;
        }
        outlet.responseHeaders().put(HttpHeader.CONTENT_LENGTH, count);
        outlet.write(true, ByteBuffer.wrap(buffer, 0, count));
    }

    private boolean grow(int wanted) {
        if (count + wanted > collected) {
            return false;
        }
        buffer = Arrays.copyOf(buffer, Math.clamp(2L * buffer.length, count + wanted, collected));
        return true;
    }

    private OutputStream chunks() throws IOException {
        if (chunks == null) {
            OutputStream plain = new ChunkedOutput(outlet, ChunkedOutput.CHUNK);
            if (gzip) {
                HttpFields.Mutable headers = outlet.responseHeaders();
                headers.put(HttpHeader.CONTENT_ENCODING, "gzip");
                headers.add(HttpHeader.VARY, "Accept-Encoding");
            }
            chunks = gzip ? new FastGzip(plain) : plain;
            chunks.write(buffer, 0, count);
            buffer = new byte[0];
        }
        return chunks;
    }

    /// At the fastest level, as Kubernetes does it: most of the gain for a fraction of the work.
    private static final class FastGzip extends GZIPOutputStream {
        FastGzip(OutputStream out) throws IOException {
            super(out, 8 * 1024);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }
}
