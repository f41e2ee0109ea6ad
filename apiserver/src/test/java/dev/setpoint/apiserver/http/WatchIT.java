package dev.setpoint.apiserver.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.apiserver.pipeline.Answer;
import dev.setpoint.client.WatchEvent;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WatchIT {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Limits IMPATIENT = new Limits(
            1000,
            8192,
            Duration.ofSeconds(1),
            1000,
            8192,
            Duration.ofSeconds(5),
            100,
            100,
            100,
            100,
            100,
            Duration.ofMillis(300),
            Duration.ofMillis(500));

    /// How events come to the client: a thread of the watch waits for them, or the pump is told of them.
    enum Way {
        HTTP_1_WAITING(Version.HTTP_1_1, false),
        HTTP_1_TOLD(Version.HTTP_1_1, true),
        HTTP_2_WAITING(Version.HTTP_2, false),
        HTTP_2_TOLD(Version.HTTP_2, true);

        private final Version version;
        private final boolean told;

        Way(Version version, boolean told) {
            this.version = version;
            this.told = told;
        }
    }

    private TestServer server;

    @BeforeAll
    void start(@TempDir Path folder) throws IOException {
        server = new TestServer(folder, IMPATIENT, _ -> Optional.empty());
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void sendsHeadersFirstAndThenALineForEachEvent(Way way) throws Exception {
        ScriptedEvents events = script("lines", way);
        HttpResponse<InputStream> answer = watch(server.admin(way.version), "lines");

        assertThat(answer.statusCode()).isEqualTo(200);
        try (BufferedReader lines = reader(answer.body())) {
            events.send(added("a"), new WatchEvent.Modified(ScriptedPipeline.object("a", "w")));
            assertThat(lines.readLine())
                    .isEqualTo("{\"type\":\"ADDED\",\"object\":{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\","
                            + "\"metadata\":{\"name\":\"a\",\"resourceVersion\":\"4711\"},\"data\":{\"k\":\"v\"}}}");
            assertThat(lines.readLine()).startsWith("{\"type\":\"MODIFIED\",\"object\":{");
            events.end();
            assertThat(lines.readLine()).isNull();
        }
        assertThat(events.closedWithin(PATIENCE)).isTrue();
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void staysOpenWhileNothingHappensBeyondTheIdleTimeOut(Way way) throws Exception {
        ScriptedEvents events = script("idle", way);
        try (BufferedReader lines =
                reader(watch(server.admin(way.version), "idle").body())) {
            assertThat(events.closedWithin(IMPATIENT.idle().multipliedBy(4))).isFalse();
            events.send(added("a"));
            assertThat(lines.readLine()).contains("\"ADDED\"");
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void noticesThatTheClientHungUpThoughNothingHappens(Way way) throws Exception {
        ScriptedEvents events = script("hang-up", way);
        watch(server.admin(way.version), "hang-up").body().close();
        assertThat(events.closedWithin(PATIENCE)).isTrue();
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void cutsOffAClientThatTakesNothing(Way way) throws Exception {
        ScriptedEvents events = script("stalled", way);
        WatchEvent large = new WatchEvent.Added(ScriptedPipeline.object("a", "v".repeat(1_000_000)));
        try (InputStream _ = watch(server.admin(way.version), "stalled").body()) {
            while (events.offer(large)) {
                // More than all buffers on the way can hold.
            }
            assertThat(events.closedWithin(PATIENCE)).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void sendsManyEventsInOrder(Way way) throws Exception {
        ScriptedEvents events = script("many", way);
        try (BufferedReader lines =
                reader(watch(server.admin(way.version), "many").body())) {
            for (int i = 0; i < 300; i++) {
                events.send(added("name-" + i), added("large-" + i + "v".repeat(i * 10)));
            }
            for (int i = 0; i < 300; i++) {
                assertThat(lines.readLine()).contains("\"name-" + i + "\"");
                assertThat(lines.readLine()).contains("\"large-" + i);
            }
        }
        assertThat(events.closedWithin(PATIENCE)).isTrue();
    }

    @Test
    void endsWithAnErrorEventWhenItFailsAfterAWhile() throws Exception {
        ScriptedEvents events = new ScriptedEvents(server.env, true) {
            @Override
            public Optional<List<WatchEvent>> next(Duration deadline) {
                Optional<List<WatchEvent>> next = super.next(deadline);
                if (next.isEmpty()) {
                    throw new ApiException(new ApiError.Expired("too old resource version", Optional.empty()));
                }
                return next;
            }
        };
        server.pipeline.on("breaking", _ -> new Answer.Stream(events, List.of()));
        try (BufferedReader lines =
                reader(watch(server.admin(Version.HTTP_2), "breaking").body())) {
            events.send(added("a"));
            assertThat(lines.readLine()).contains("\"ADDED\"");
            events.end();
            assertThat(lines.readLine()).startsWith("{\"type\":\"ERROR\"").contains("410");
            assertThat(lines.readLine()).isNull();
        }
        assertThat(events.closedWithin(PATIENCE)).isTrue();
    }

    @Test
    void endsWithAnErrorEventWhenTheWatchFails() throws Exception {
        server.pipeline.on(
                "broken",
                _ -> new Answer.Stream(
                        new ScriptedEvents(server.env) {
                            @Override
                            public Optional<List<WatchEvent>> next(Duration deadline) {
                                throw new ApiException(
                                        new ApiError.Expired("too old resource version", Optional.empty()));
                            }
                        },
                        List.of()));
        try (BufferedReader lines =
                reader(watch(server.admin(Version.HTTP_2), "broken").body())) {
            assertThat(lines.readLine())
                    .startsWith("{\"type\":\"ERROR\",\"object\":{\"kind\":\"Status\"")
                    .contains("410");
            assertThat(lines.readLine()).isNull();
        }
    }

    @Test
    void sendsAFrameForEachEventOverAWebSocket() throws Exception {
        ScriptedEvents events = script("socket");
        Frames frames = new Frames();
        WebSocket socket = open("socket", frames);

        events.send(added("a"), added("b"));
        assertThat(frames.next())
                .startsWith("{\"type\":\"ADDED\"")
                .contains("\"name\":\"a\"")
                .endsWith("}}}");
        assertThat(frames.next()).contains("\"name\":\"b\"");
        socket.sendPing(ByteBuffer.wrap("x".getBytes(UTF_8))).join();
        assertThat(frames.next()).isEqualTo("pong x");
        events.end();
        assertThat(frames.next()).isEqualTo("closed 1000");
        assertThat(events.closedWithin(PATIENCE)).isTrue();
    }

    @Test
    void noticesThatTheWebSocketWasClosedOrLost() throws Exception {
        ScriptedEvents closed = script("socket-closed");
        open("socket-closed", new Frames())
                .sendClose(WebSocket.NORMAL_CLOSURE, "")
                .join();
        assertThat(closed.closedWithin(PATIENCE)).isTrue();

        ScriptedEvents lost = script("socket-lost");
        open("socket-lost", new Frames()).abort();
        assertThat(lost.closedWithin(PATIENCE)).isTrue();
    }

    @Test
    void cutsOffAWebSocketThatTakesNothing() throws Exception {
        ScriptedEvents events = script("socket-stalled");
        open("socket-stalled", new Frames() {
            @Override
            public void onOpen(WebSocket socket) {
                // Asks for no message, ever.
            }
        });
        WatchEvent large = new WatchEvent.Added(ScriptedPipeline.object("a", "v".repeat(1_000_000)));
        while (events.offer(large)) {
            // More than all buffers on the way can hold.
        }
        assertThat(events.closedWithin(PATIENCE)).isTrue();
    }

    @Test
    void refusesAWebSocketLikeAnyOtherRequest() {
        assertThatThrownBy(() -> open("no-such-namespace", new Frames()))
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        WebSocketHandshakeException.class,
                        e -> assertThat(e.getResponse().statusCode()).isEqualTo(404));
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void endsWatchesAndClosesWhenItStops(Way way, @TempDir Path folder) throws Exception {
        TestServer another = new TestServer(folder, Limits.DEFAULT, _ -> Optional.empty());
        ScriptedEvents events = new ScriptedEvents(another.env, way.told);
        another.pipeline.on("stop", _ -> new Answer.Stream(events, List.of()));
        HttpResponse<InputStream> answer = another.admin(way.version)
                .send(
                        another.request("/api/v1/namespaces/stop/configmaps?watch=1")
                                .build(),
                        BodyHandlers.ofInputStream());
        int port = another.port();
        another.stop(PATIENCE);

        assertThat(events.closedWithin(PATIENCE)).isTrue();
        assertThat(answer.body().readAllBytes()).isEmpty();
        assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port).close())
                .isInstanceOf(ConnectException.class);
        another.env.close();
    }

    private ScriptedEvents script(String namespace) {
        return script(namespace, Way.HTTP_1_WAITING);
    }

    private ScriptedEvents script(String namespace, Way way) {
        ScriptedEvents events = new ScriptedEvents(server.env, way.told);
        server.pipeline.on(namespace, _ -> new Answer.Stream(events, List.of()));
        return events;
    }

    private HttpResponse<InputStream> watch(HttpClient client, String namespace) throws Exception {
        return client.send(
                server.request("/api/v1/namespaces/" + namespace + "/configmaps?watch=true")
                        .build(),
                BodyHandlers.ofInputStream());
    }

    private WebSocket open(String namespace, WebSocket.Listener listener) {
        URI uri = URI.create(
                "wss://127.0.0.1:" + server.port() + "/api/v1/namespaces/" + namespace + "/configmaps?watch=true");
        return server.admin(Version.HTTP_1_1)
                .newWebSocketBuilder()
                .buildAsync(uri, listener)
                .join();
    }

    private static WatchEvent added(String name) {
        return new WatchEvent.Added(ScriptedPipeline.object(name, "v"));
    }

    private static BufferedReader reader(InputStream body) {
        return new BufferedReader(new InputStreamReader(body, UTF_8));
    }

    private static class Frames implements WebSocket.Listener {
        private final BlockingQueue<String> received = new LinkedBlockingQueue<>();

        String next() throws InterruptedException {
            return String.valueOf(received.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS));
        }

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
            received.add(data.toString());
            socket.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onPong(WebSocket socket, ByteBuffer message) {
            received.add("pong " + UTF_8.decode(message));
            socket.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
            received.add("closed " + code);
            return null;
        }
    }
}
