package dev.setpoint.apiserver.http;

import dev.setpoint.apiserver.pipeline.Call.BodySource;
import dev.setpoint.apiserver.pipeline.CallBody;
import dev.setpoint.apiserver.pipeline.CallLife;
import dev.setpoint.apiserver.pipeline.Deadline;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import java.time.Duration;
import java.util.Arrays;
import org.eclipse.jetty.io.Content;
import org.jspecify.annotations.Nullable;

/// The body of a request, read when somebody asks for it.
///
/// What is kept grows with what has come, whatever length was announced. A client has some time at the beginning, and
/// then as much as its bytes need at the slowest rate that is borne:
///
///     a rate of 16 KiB/s and 10 s of grace: 160 KiB must be there after 20 s
final class IncomingBody implements BodySource {
    private static final int FIRST = 8 * 1024;

    private final Exchange exchange;
    private final Limits limits;
    private @Nullable CallBody whole;
    private @Nullable Deadline end;

    IncomingBody(Exchange exchange) {
        this.exchange = exchange;
        this.limits = exchange.limits();
    }

    /// However fast it comes, it ends with its call.
    void endBy(Deadline deadline) {
        end = deadline;
    }

    /// Whether anybody has asked for it.
    boolean isRead() {
        return whole != null;
    }

    @Override
    public CallBody read() {
        CallBody known = whole;
        if (known == null) {
            known = new CallBody.Bytes(CallReader.mediaType(exchange.request().getHeaders()), bytes());
            whole = known;
        }
        return known;
    }

    private byte[] bytes() {
        long begun = exchange.now();
        byte[] body = new byte[Math.clamp(exchange.request().getLength(), 0, FIRST)];
        long received = 0;
        while (true) {
            Content.Chunk chunk = exchange.awaitChunk(deadline(begun, received));
            int length = chunk.remaining();
            if (received + length <= limits.bodyBytes()) {
                body = withRoom(body, (int) received + length);
                chunk.getByteBuffer().get(body, (int) received, length);
            }
            received += length;
            chunk.release();
            if (chunk.isLast() || received > limits.bodyBytes() + limits.discardedBytes()) {
                break;
            }
        }
        if (received > limits.bodyBytes()) {
            throw new ApiException(new ApiError.TooLarge("Request entity too large: limit is " + limits.bodyBytes()));
        }
        return received == body.length ? body : Arrays.copyOf(body, (int) received);
    }

    /// By when more must have come.
    private Deadline deadline(long begun, long received) {
        Duration earned = limits.bodyGrace().plusSeconds(received / limits.bodyBytesPerSecond());
        Duration longest = CallLife.LONGEST;
        Deadline earnedBy = exchange.deadline(begun + (earned.compareTo(longest) < 0 ? earned : longest).toNanos());
        Deadline last = end;
        return last == null ? earnedBy : earnedBy.orEarlier(last);
    }

    private byte[] withRoom(byte[] body, int wanted) {
        return body.length >= wanted
                ? body
                : Arrays.copyOf(body, Math.clamp(2L * body.length, wanted, limits.bodyBytes()));
    }
}
