package dev.setpoint.apiserver.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/// Fills chunks and writes each when it is full. Closing it ends the answer; flushing does not.
final class ChunkedOutput extends OutputStream {
    static final int CHUNK = 32 * 1024;

    private final Outlet outlet;
    private final byte[] chunk;
    private int filled;

    /// @param size of a chunk: what is expected, when that is less than the usual
    ChunkedOutput(Outlet outlet, long size) {
        this.outlet = outlet;
        this.chunk = new byte[Math.clamp(size, 1, CHUNK)];
    }

    @Override
    public void write(int value) throws IOException {
        if (filled == chunk.length) {
            sendAndGiveWay();
        }
        chunk[filled++] = (byte) value;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        int from = offset;
        int end = offset + length;
        while (from < end) {
            if (filled == chunk.length) {
                sendAndGiveWay();
            }
            int part = Math.min(end - from, chunk.length - filled);
            System.arraycopy(bytes, from, chunk, filled, part);
            filled += part;
            from += part;
        }
    }

    @Override
    public void flush() throws IOException {
        if (filled > 0) {
            send(false);
        }
    }

    @Override
    public void close() throws IOException {
        send(true);
    }

    /// Virtual threads are not sliced by time: without a yield a long list would keep a carrier thread from
    /// the other requests.
    @SuppressWarnings("ThreadPriorityCheck")
    private void sendAndGiveWay() throws IOException {
        send(false);
        Thread.yield();
    }

    private void send(boolean last) throws IOException {
        outlet.write(last, ByteBuffer.wrap(chunk, 0, filled));
        filled = 0;
    }
}
