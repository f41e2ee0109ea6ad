package dev.setpoint.apiserver.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.apiserver.pipeline.Answer;
import dev.setpoint.apiserver.pipeline.Conversation;
import dev.setpoint.base.Promise;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// Answers on which both sides speak.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConversationIT {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String LOUD = "loud.example.com";
    private static final String SOFT = "soft.example.com";

    private TestServer server;

    @BeforeAll
    void start(@TempDir Path folder) throws IOException {
        server = new TestServer(folder, Limits.DEFAULT, _ -> Optional.empty());
    }

    @AfterAll
    void stop() {
        server.close();
    }

    /// Says what it hears, loudly or not, until it hears a good-bye.
    private final class Echo implements Conversation {
        final Promise<String> ended = server.env.promise();

        @Override
        public List<String> protocols() {
            return List.of(LOUD, SOFT);
        }

        @Override
        public void run(Wire wire) {
            while (true) {
                switch (wire.receive(PATIENCE)) {
                    case Received.Message(byte[] bytes) -> {
                        String text = new String(bytes, UTF_8);
                        if (text.equals("bye")) {
                            ended.complete("said");
                            return;
                        }
                        wire.send(
                                (wire.protocol().equals(LOUD) ? text.toUpperCase(Locale.ROOT) : text).getBytes(UTF_8));
                    }
                    case Received.Closed _ -> {
                        ended.complete("closed");
                        return;
                    }
                    case Received.Nothing _ -> {
                        ended.complete("nothing");
                        return;
                    }
                }
            }
        }

        @Override
        public void abandon() {
            ended.complete("abandoned");
        }

        String end() {
            return ended.await(PATIENCE).orElse("not ended");
        }
    }

    @Test
    void bothSidesSpeakInTheProtocolThatTheyAgreedOn() {
        Echo echo = script("both");
        Messages messages = new Messages();
        WebSocket socket = open("both", messages, "unheard.example.com", SOFT, LOUD);
        assertThat(socket.getSubprotocol()).isEqualTo(LOUD);

        socket.sendText("hel", false).join();
        socket.sendText("lo", true).join();
        assertThat(messages.next()).isEqualTo("HELLO");
        socket.sendPing(ByteBuffer.allocate(1)).join();
        String large = "x".repeat(500_000);
        socket.sendText(large, true).join();
        assertThat(messages.next()).isEqualTo(large.toUpperCase(Locale.ROOT));
        socket.sendText("bye", true).join();
        assertThat(messages.next()).isEqualTo("closed 1000");
        assertThat(echo.end()).isEqualTo("said");
    }

    @Test
    void hearsThatTheClientHasClosedOrIsLost() {
        Echo closed = script("closed");
        open("closed", new Messages(), SOFT)
                .sendClose(WebSocket.NORMAL_CLOSURE, "")
                .join();
        assertThat(closed.end()).isEqualTo("closed");

        Echo lost = script("lost");
        open("lost", new Messages(), SOFT).abort();
        assertThat(lost.end()).isEqualTo("closed");
    }

    @Test
    void endsAMessageThatIsTooLarge() {
        Echo echo = script("large");
        Messages messages = new Messages();
        WebSocket socket = open("large", messages, SOFT);
        assertThatThrownBy(() -> {
                    for (int part = 0; part < 100; part++) {
                        socket.sendText("x".repeat(500_000), false).join();
                    }
                })
                .isInstanceOf(CompletionException.class);
        assertThat(messages.next()).isEqualTo("closed 1009");
        assertThat(echo.end()).isEqualTo("closed");
    }

    @Test
    void refusesAProtocolThatNobodySpeaks() {
        Echo echo = script("unheard");
        assertThatThrownBy(() -> open("unheard", new Messages(), "unheard.example.com"))
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        WebSocketHandshakeException.class,
                        e -> assertThat(e.getResponse().statusCode()).isEqualTo(400));
        assertThat(echo.end()).isEqualTo("abandoned");
    }

    @Test
    void wantsAnUpgrade() throws Exception {
        Echo echo = script("plain");
        try (HttpClient client = server.admin(HttpClient.Version.HTTP_2)) {
            HttpResponse<String> answer = client.send(
                    server.request("/api/v1/namespaces/plain/pods/p/exec").build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(400);
            assertThat(answer.body()).contains("Upgrade request required");
        }
        assertThat(echo.end()).isEqualTo("abandoned");
    }

    private Echo script(String namespace) {
        Echo echo = new Echo();
        server.pipeline.on(namespace, _ -> new Answer.Duplex(echo, List.of()));
        return echo;
    }

    private WebSocket open(String namespace, Messages messages, String first, String... others) {
        return server.admin(HttpClient.Version.HTTP_1_1)
                .newWebSocketBuilder()
                .subprotocols(first, others)
                .buildAsync(
                        URI.create("wss://127.0.0.1:" + server.port() + "/api/v1/namespaces/" + namespace
                                + "/pods/p/exec"),
                        messages)
                .join();
    }

    private static final class Messages implements WebSocket.Listener {
        private final BlockingQueue<String> whole = new LinkedBlockingQueue<>();
        private final StringBuilder part = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onBinary(WebSocket socket, ByteBuffer data, boolean last) {
            part.append(UTF_8.decode(data));
            if (last) {
                whole.add(part.toString());
                part.setLength(0);
            }
            socket.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
            whole.add("closed " + code);
            return null;
        }

        String next() {
            try {
                String message = whole.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
                return message == null ? "nothing" : message;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError(e);
            }
        }
    }
}
