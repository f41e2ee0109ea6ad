package dev.setpoint.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.apiserver.http.RawHttp2.Frame;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// Frames of HTTP/2 that bring nothing.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FrameRateIT {
    private static final int BATCH = 100;

    private TestServer server;

    @BeforeAll
    void start(@TempDir Path folder) throws IOException {
        server = new TestServer(folder, Limits.DEFAULT, _ -> Optional.empty());
    }

    @AfterAll
    void stop() {
        server.close();
    }

    /// What a client that lists page after page sends in a second on a fast machine: room for streams that are over.
    @Test
    void manyWindowUpdatesAreBorne() throws Exception {
        try (RawHttp2 connection = open()) {
            connection.send(RawHttp2.get(1, "/nowhere"));
            awaitEndOfStream(connection);
            for (int batch = 0; batch < 2_000 / BATCH; batch++) {
                byte[][] updates = new byte[BATCH][];
                Arrays.setAll(updates, _ -> RawHttp2.windowUpdate(1));
                assertThat(connection.send(updates)).isTrue();
            }
            assertThat(answersPing(connection)).isTrue();
        }
    }

    @Test
    void aFloodOfWindowUpdatesEndsTheConnection() throws Exception {
        try (RawHttp2 connection = open()) {
            connection.send(RawHttp2.get(1, "/nowhere"));
            awaitEndOfStream(connection);
            byte[][] updates = new byte[BATCH][];
            Arrays.setAll(updates, _ -> RawHttp2.windowUpdate(1));
            for (int batch = 0; batch < 20 * Limits.DEFAULT.windowFrames() / BATCH && connection.send(updates); ) {
                batch++;
            }
            assertThat(connection.wasEnded()).isTrue();
        }
    }

    @Test
    void somePingsAreAnswered() throws Exception {
        try (RawHttp2 connection = open()) {
            for (int ping = 0; ping < Limits.DEFAULT.controlFrames() / 2; ping++) {
                assertThat(answersPing(connection)).isTrue();
            }
        }
    }

    @Test
    void aFloodOfPingsThatNobodyReadsEndsTheConnection() throws Exception {
        try (RawHttp2 connection = open()) {
            byte[][] pings = new byte[BATCH][];
            Arrays.setAll(pings, _ -> RawHttp2.ping());
            for (int batch = 0; batch < 20 * Limits.DEFAULT.controlFrames() / BATCH && connection.send(pings); ) {
                batch++;
            }
            assertThat(connection.wasEnded()).isTrue();
        }
    }

    /// Each reset stream is a request that was begun for nothing.
    @Test
    void tenThousandResetStreamsEndTheConnectionEarly() throws Exception {
        int[] begun = {0};
        server.pipeline.on("reset", call -> {
            begun[0]++; // Only nearly exact: what matters is its order.
            throw new ApiException(new ApiError.NotFound(
                    call.target().resource().groupResource(), call.target().name()));
        });
        try (RawHttp2 connection = open()) {
            boolean open = true;
            for (int stream = 1; stream < 20_000 && open; stream += 2) {
                open = connection.send(
                        RawHttp2.get(stream, "/api/v1/namespaces/reset/configmaps/a"), RawHttp2.reset(stream));
            }
            assertThat(connection.wasEnded()).isTrue();
        }
        assertThat(begun[0]).isLessThan(4 * Limits.DEFAULT.controlFrames());
    }

    private RawHttp2 open() throws IOException {
        return RawHttp2.over(server.socket("h2"));
    }

    private static void awaitEndOfStream(RawHttp2 connection) throws IOException {
        Frame frame = connection.next().orElseThrow();
        while (frame.stream() != 1 || (frame.flags() & RawHttp2.END_STREAM) == 0) {
            frame = connection.next().orElseThrow();
        }
    }

    private static boolean answersPing(RawHttp2 connection) throws IOException {
        connection.send(RawHttp2.ping());
        Optional<Frame> frame = connection.next();
        while (frame.isPresent() && !frame.get().isPong()) {
            frame = connection.next();
        }
        return frame.isPresent();
    }
}
