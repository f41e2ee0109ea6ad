package dev.setpoint.apiserver.http;

import dev.setpoint.base.Env;
import dev.setpoint.base.Promise;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable;

/// One request and its response, as blocking calls with deadlines.
final class Exchange {
    /// A client that sends too much gets its answer only if it is allowed to finish; up to a point it is.
    private static final int DRAINED_BODIES = 8;

    private final Request request;
    private final Response response;
    private final Limits limits;
    private final Env env;
    private final String path;
    private final Map<String, List<String>> parameters;

    Exchange(Request request, Response response, Limits limits, Env env) {
        this.request = request;
        this.response = response;
        this.limits = limits;
        this.env = env;
        this.path = withoutLastSlash(request.getHttpURI().getDecodedPath());
        this.parameters = QueryString.parse(request.getHttpURI().getQuery());
    }

    String method() {
        return request.getMethod();
    }

    /// Decoded, without a slash at the end unless it is the root.
    String path() {
        return path;
    }

    Map<String, List<String>> parameters() {
        return parameters;
    }

    /// A header of the request; empty text when there is none.
    String header(HttpHeader name) {
        String value = request.getHeaders().get(name);
        return value == null ? "" : value;
    }

    String header(String name) {
        String value = request.getHeaders().get(name);
        return value == null ? "" : value;
    }

    List<MediaRange> accepted() {
        return MediaRange.accepted(request.getHeaders());
    }

    boolean acceptsGzip() {
        HttpFields headers = request.getHeaders();
        return "gzip".equals(headers.get(HttpHeader.ACCEPT_ENCODING))
                || headers.getQualityCSV(HttpHeader.ACCEPT_ENCODING).contains("gzip");
    }

    HttpFields.Mutable responseHeaders() {
        return response.getHeaders();
    }

    Request request() {
        return request;
    }

    Response response() {
        return response;
    }

    /// Whether the status line is on its way, so that no other answer can be given.
    boolean committed() {
        return response.isCommitted();
    }

    /// The whole body.
    ///
    /// @throws ApiException when it is too large or too slow
    byte[] body() throws IOException {
        long announced = request.getLength();
        long end = env.monotonicNanos() + limits.body().toNanos();
        byte[] body = new byte[Math.clamp(announced, 0, limits.bodyBytes())];
        long received = 0;
        while (true) {
            Content.Chunk chunk = request.read();
            if (chunk == null) {
                awaitContent(end);
                continue;
            }
            if (Content.Chunk.isFailure(chunk)) {
                throw new IOException("reading the body", chunk.getFailure());
            }
            int length = chunk.remaining();
            if (received + length <= limits.bodyBytes()) {
                body = withRoom(body, (int) received + length);
                chunk.getByteBuffer().get(body, (int) received, length);
            }
            received += length;
            chunk.release();
            if (chunk.isLast() || received > (long) DRAINED_BODIES * limits.bodyBytes()) {
                break;
            }
        }
        if (received > limits.bodyBytes()) {
            throw new ApiException(new ApiError.TooLarge("Request entity too large: limit is " + limits.bodyBytes()));
        }
        return received == body.length ? body : Arrays.copyOf(body, (int) received);
    }

    /// Reads what is left of a body that nobody wants. A stream or connection that is closed over unread bytes is
    /// reset, and the answer may be lost with it.
    void discardBody() throws IOException {
        long end = env.monotonicNanos() + limits.body().toNanos();
        long left = (long) DRAINED_BODIES * limits.bodyBytes();
        while (left > 0) {
            Content.Chunk chunk = request.read();
            if (chunk == null) {
                awaitContent(end);
                continue;
            }
            if (Content.Chunk.isFailure(chunk)) {
                return; // It cannot be read; the answer may still arrive.
            }
            left -= chunk.remaining();
            chunk.release();
            if (chunk.isLast()) {
                return;
            }
        }
    }

    long now() {
        return env.monotonicNanos();
    }

    /// Whether a write that is not finished yet began too long ago.
    boolean stalled(long sinceNanos) {
        return now() - sinceNanos >= limits.stall().toNanos();
    }

    /// Sets what must be known before the first byte.
    void begin(int code, String mediaType) {
        response.setStatus(code);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, mediaType);
    }

    /// Writes and waits until the bytes are on their way; the buffer can then be used again.
    ///
    /// @throws IOException when the client is gone, or takes nothing for too long
    void write(boolean last, ByteBuffer bytes) throws IOException {
        Promise<Optional<Throwable>> sent = env.promise();
        response.write(
                last,
                bytes,
                Callback.from(
                        Invocable.InvocationType.NON_BLOCKING,
                        () -> sent.complete(Optional.empty()),
                        failure -> sent.complete(Optional.of(failure))));
        Optional<Optional<Throwable>> outcome = sent.await(limits.stall());
        if (outcome.isEmpty()) {
            throw new IOException("the client took nothing for " + limits.stall());
        }
        if (outcome.get().isPresent()) {
            throw new IOException("the client is gone", outcome.get().get());
        }
    }

    private void awaitContent(long end) throws IOException {
        Promise<Boolean> available = env.promise();
        request.demand(Invocable.from(Invocable.InvocationType.NON_BLOCKING, () -> available.complete(true)));
        Duration left = Duration.ofNanos(Math.max(0, end - env.monotonicNanos()));
        if (available.await(left).isEmpty()) {
            throw new IOException("the client did not send the body within " + limits.body());
        }
    }

    private byte[] withRoom(byte[] body, int wanted) {
        if (body.length >= wanted) {
            return body;
        }
        return Arrays.copyOf(body, Math.clamp(2L * body.length, wanted, limits.bodyBytes()));
    }

    private static String withoutLastSlash(String path) {
        return path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }
}
