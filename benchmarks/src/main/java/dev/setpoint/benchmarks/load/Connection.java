package dev.setpoint.benchmarks.load;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.frames.DataFrame;
import org.eclipse.jetty.http2.frames.HeadersFrame;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Promise;
import org.jspecify.annotations.Nullable;

/// One HTTP/2 connection to a server.
public final class Connection implements Sender {
    private static final long PATIENCE_SECONDS = 120;
    private static final String AGENT = "setpoint-bench";

    private final Supplier<Session> opener;
    private final String origin;
    private @Nullable Session session;

    /// @param opener of the session below, now and when the server has closed it since nothing was asked for long
    Connection(Supplier<Session> opener, String origin) {
        this.opener = opener;
        this.origin = origin;
    }

    private synchronized Session session() {
        if (session == null || session.isClosed()) {
            session = opener.get();
        }
        return session;
    }

    /// Connects now, rather than with the first request.
    void open() {
        session();
    }

    /// The body of an answer is not kept, unless it tells of a failure.
    @Override
    public void send(LoadCall call, Consumer<LoadAnswer> done, Consumer<Throwable> failed) {
        exchange(call, new AnswerListener(false, done, failed));
    }

    /// Waits for the answer, with its body.
    public LoadAnswer call(LoadCall call) {
        CompletableFuture<LoadAnswer> answer = new CompletableFuture<>();
        exchange(call, new AnswerListener(true, answer::complete, answer::completeExceptionally));
        return await(call, answer).orFail(call);
    }

    /// Opens a watch, and returns when the server has begun to answer. It goes on until it is closed, or the
    /// connection is.
    public OpenWatch watch(String path, EventCount events) {
        LoadCall call = LoadCall.get(path);
        EventListener listener = new EventListener(events);
        exchange(call, listener);
        return new OpenWatch(await(call, listener.open));
    }

    private static <T> T await(LoadCall call, CompletableFuture<T> future) {
        try {
            return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new IllegalStateException(call.method() + " " + call.path() + " failed", e.getCause());
        } catch (TimeoutException e) {
            throw new IllegalStateException(call.method() + " " + call.path() + " was not answered", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private void exchange(LoadCall call, Stream.Listener listener) {
        HttpFields.Mutable fields = HttpFields.build();
        fields.put(HttpHeader.USER_AGENT, AGENT);
        fields.put(HttpHeader.ACCEPT, LoadCall.JSON);
        boolean empty = call.body().length == 0;
        if (!empty) {
            fields.put(HttpHeader.CONTENT_TYPE, call.mediaType());
        }
        MetaData.Request request = new MetaData.Request(
                call.method(), HttpURI.from(origin + call.path()), HttpVersion.HTTP_2, fields, call.body().length);
        session()
                .newStream(
                        new HeadersFrame(request, null, empty),
                        Promise.from(
                                stream -> {
                                    if (!empty) {
                                        stream.data(
                                                new DataFrame(stream.getId(), ByteBuffer.wrap(call.body()), true),
                                                Callback.NOOP);
                                    }
                                },
                                failure -> listener.onFailure(null, 0, "", failure, Callback.NOOP)),
                        listener);
    }

    static Throwable reset() {
        return new EofException("the server cut the answer off");
    }
}
