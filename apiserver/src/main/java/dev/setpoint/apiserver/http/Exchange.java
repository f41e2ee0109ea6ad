package dev.setpoint.apiserver.http;

import dev.setpoint.apiserver.pipeline.BrokenOffException;
import dev.setpoint.apiserver.pipeline.Deadline;
import dev.setpoint.base.Env;
import dev.setpoint.base.Promise;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable;

/// One request and its response, as blocking calls with deadlines.
final class Exchange implements Outlet {
    private final Request request;
    private final Response response;
    private final Limits limits;
    private final Env env;

    Exchange(Request request, Response response, Limits limits, Env env) {
        this.request = request;
        this.response = response;
        this.limits = limits;
        this.env = env;
    }

    Request request() {
        return request;
    }

    Response response() {
        return response;
    }

    Limits limits() {
        return limits;
    }

    @Override
    public String header(HttpHeader name) {
        String value = request.getHeaders().get(name);
        return value == null ? "" : value;
    }

    @Override
    public boolean acceptsGzip() {
        HttpFields headers = request.getHeaders();
        return "gzip".equals(headers.get(HttpHeader.ACCEPT_ENCODING))
                || headers.getQualityCSV(HttpHeader.ACCEPT_ENCODING).contains("gzip");
    }

    @Override
    public HttpFields.Mutable responseHeaders() {
        return response.getHeaders();
    }

    /// Whether the status line is on its way, so that no other answer can be given.
    boolean committed() {
        return response.isCommitted();
    }

    /// The next part of the body, once it is there.
    ///
    /// @throws BrokenOffException when it does not come in time
    Content.Chunk awaitChunk(Deadline deadline) {
        while (true) {
            Content.Chunk chunk = request.read();
            if (chunk == null) {
                awaitContent(deadline);
            } else if (Content.Chunk.isFailure(chunk)) {
                throw new BrokenOffException("reading the body", chunk.getFailure());
            } else {
                return chunk;
            }
        }
    }

    private void awaitContent(Deadline deadline) {
        Promise<Boolean> available = env.promise();
        request.demand(Invocable.from(Invocable.InvocationType.NON_BLOCKING, () -> available.complete(true)));
        if (available.await(deadline.left()).isEmpty()) {
            throw new BrokenOffException("the client did not send the body in time");
        }
    }

    /// Forgets what is left of a body that nobody wants. A stream or connection that is closed over unread bytes is
    /// reset, and the answer may be lost with it.
    ///
    /// @param patience how long it may take
    void discardBody(Duration patience) {
        Deadline deadline = Deadline.in(env, patience);
        long left = limits.discardedBytes();
        while (left > 0) {
            Content.Chunk chunk = request.read();
            if (chunk == null) {
                if (deadline.passed()) {
                    return;
                }
                try {
                    awaitContent(deadline);
                } catch (BrokenOffException _) {
                    return;
                }
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

    Deadline deadline(long endNanos) {
        return new Deadline(env, endNanos);
    }

    long now() {
        return env.monotonicNanos();
    }

    /// Whether a write that is not finished yet began too long ago.
    boolean stalled(long sinceNanos) {
        return now() - sinceNanos >= limits.stall().toNanos();
    }

    @Override
    public void begin(int code) {
        response.setStatus(code);
    }

    @Override
    public void write(boolean last, ByteBuffer bytes) throws IOException {
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
}
