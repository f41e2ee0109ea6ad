package dev.setpoint.junit.fabric8;

import dev.setpoint.apiserver.http.LocalCalls;
import dev.setpoint.apiserver.http.LocalCalls.Content;
import dev.setpoint.apiserver.http.LocalCalls.Reply;
import dev.setpoint.base.Env;
import dev.setpoint.base.TaskKind;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.StandardHttpClient;
import io.fabric8.kubernetes.client.http.StandardHttpHeaders;
import io.fabric8.kubernetes.client.http.StandardHttpRequest;
import io.fabric8.kubernetes.client.http.StandardHttpRequest.ByteArrayBodyContent;
import io.fabric8.kubernetes.client.http.StandardHttpRequest.InputStreamBodyContent;
import io.fabric8.kubernetes.client.http.StandardHttpRequest.StringBodyContent;
import io.fabric8.kubernetes.client.http.StandardWebSocketBuilder;
import io.fabric8.kubernetes.client.http.WebSocket;
import io.fabric8.kubernetes.client.http.WebSocketHandshakeException;
import io.fabric8.kubernetes.client.http.WebSocketResponse;
import io.fabric8.kubernetes.client.http.WebSocketUpgradeResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/// Hands requests over. Each call runs in a task of its own, so that nobody is held up by another's watch.
final class LocalHttpClient extends StandardHttpClient<LocalHttpClient, LocalHttpFactory, LocalHttpBuilder> {
    private final Env env;
    private final LocalCalls calls;

    LocalHttpClient(LocalHttpBuilder builder, AtomicBoolean closed, Env env, LocalCalls calls) {
        super(builder, closed);
        this.env = env;
        this.calls = calls;
    }

    /// An answer whose body is still to come.
    private static final class Answer extends StandardHttpHeaders implements HttpResponse<AsyncBody> {
        private final HttpRequest request;
        private final Reply reply;
        private final AsyncBody body;

        Answer(HttpRequest request, Reply reply, AsyncBody body) {
            super(reply.headers());
            this.request = request;
            this.reply = reply;
            this.body = body;
        }

        @Override
        public int code() {
            return reply.code();
        }

        @Override
        public AsyncBody body() {
            return body;
        }

        @Override
        public HttpRequest request() {
            return request;
        }

        @Override
        public Optional<HttpResponse<?>> previousResponse() {
            return Optional.empty();
        }
    }

    @Override
    public CompletableFuture<HttpResponse<AsyncBody>> consumeBytesDirect(
            StandardHttpRequest request, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
        return inTask("call", () -> {
            Reply reply = calls.answer(call(request));
            return new Answer(request, reply, LocalBody.of(env, reply.content(), consumer));
        });
    }

    @Override
    public CompletableFuture<WebSocketResponse> buildWebSocketDirect(
            StandardWebSocketBuilder builder, WebSocket.Listener listener) {
        StandardHttpRequest request = builder.asHttpRequest();
        return inTask("watch", () -> {
            Reply reply = calls.answer(call(request));
            return reply.content() instanceof Content.Events(var frames)
                    ? opened(request, new LocalWebSocket(env, frames, listener))
                    : refused(request, reply);
        });
    }

    private static WebSocketResponse opened(HttpRequest request, LocalWebSocket socket) {
        socket.open();
        return new WebSocketResponse(new WebSocketUpgradeResponse(request), socket);
    }

    private static WebSocketResponse refused(HttpRequest request, Reply reply) {
        if (reply.content() instanceof Content.Text(var text)) {
            text.close();
        }
        WebSocketUpgradeResponse response = new WebSocketUpgradeResponse(request, reply.code(), reply.headers());
        return new WebSocketResponse(response, new WebSocketHandshakeException(response));
    }

    private <R> CompletableFuture<R> inTask(String name, Supplier<R> body) {
        CompletableFuture<R> future = new CompletableFuture<>();
        env.start(name, TaskKind.LIGHT, () -> {
            try {
                future.complete(body.get());
            } catch (RuntimeException | Error e) {
                future.completeExceptionally(new IOException("the call failed", e));
            }
        });
        return future;
    }

    private static LocalCalls.LocalRequest call(StandardHttpRequest request) {
        Map<String, List<String>> headers = new LinkedHashMap<>(request.headers());
        if (request.getContentType() != null) {
            headers.put("Content-Type", List.of(request.getContentType()));
        }
        return new LocalCalls.LocalRequest(request.method(), request.uri(), headers, body(request));
    }

    private static byte[] body(StandardHttpRequest request) {
        return switch (request.body()) {
            case null -> new byte[0];
            case StringBodyContent text -> text.getContent().getBytes(StandardCharsets.UTF_8);
            case ByteArrayBodyContent bytes -> bytes.getContent();
            case InputStreamBodyContent stream -> read(stream);
            default -> throw new IllegalArgumentException("body: " + request.body() + " (expected: text or bytes)");
        };
    }

    private static byte[] read(InputStreamBodyContent stream) {
        try {
            return stream.getContent().readAllBytes();
        } catch (IOException e) {
            throw new IllegalStateException("reading the body", e);
        }
    }

    @Override
    protected void doClose() {}
}
