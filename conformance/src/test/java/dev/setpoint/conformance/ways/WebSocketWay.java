package dev.setpoint.conformance.ways;

import dev.setpoint.conformance.AdminHttp;
import java.net.URI;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A message for each event of a watch, as the fabric8 client reads them.
final class WebSocketWay implements Way {
    private final AdminHttp http;

    WebSocketWay(AdminHttp http) {
        this.http = http;
    }

    @Override
    public String name() {
        return "websocket";
    }

    /// A refusal's body is out of reach: the JDK's client keeps only its code.
    @Override
    public Optional<Reply> ask(Question question, String space) {
        if (!question.watches()) {
            return Optional.empty();
        }
        Messages messages = new Messages();
        try {
            WebSocket socket = http.client()
                    .newWebSocketBuilder()
                    .header("User-Agent", WaysInIT.AGENT)
                    .buildAsync(URI.create(http.server().replace("https://", "wss://") + question.uri(space)), messages)
                    .join();
            List<String> events = new ArrayList<>();
            while (events.size() < question.events()) {
                events.add(messages.next());
            }
            socket.abort();
            return Optional.of(new Reply(200, events, Optional.empty()));
        } catch (CompletionException e) {
            if (e.getCause() instanceof WebSocketHandshakeException refused) {
                return Optional.of(new Reply(refused.getResponse().statusCode(), List.of(), Optional.empty()));
            }
            throw e;
        }
    }

    private static final class Messages implements WebSocket.Listener {
        private final BlockingQueue<String> whole = new LinkedBlockingQueue<>();
        private final StringBuilder part = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
            part.append(data);
            if (last) {
                whole.add(part.toString());
                part.setLength(0);
            }
            socket.request(1);
            return null;
        }

        String next() {
            try {
                String message = whole.poll(30, TimeUnit.SECONDS);
                if (message == null) {
                    throw new AssertionError("no further event");
                }
                return message;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError(e);
            }
        }
    }
}
