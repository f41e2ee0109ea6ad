package dev.setpoint.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// How many connections one address may have.
class PeersIT {
    private static final int MOST = 2;

    private static final Limits FEW = new Limits(
            Limits.DEFAULT.bodyBytes(),
            Limits.DEFAULT.discardedBytes(),
            Limits.DEFAULT.bodyGrace(),
            Limits.DEFAULT.bodyBytesPerSecond(),
            Limits.DEFAULT.headerBytes(),
            Limits.DEFAULT.head(),
            Limits.DEFAULT.connections(),
            MOST,
            Limits.DEFAULT.streams(),
            Limits.DEFAULT.windowFrames(),
            Limits.DEFAULT.controlFrames(),
            Duration.ofSeconds(90),
            Limits.DEFAULT.stall());

    @Test
    void countsOnlyThoseThatAreOpen(@TempDir Path folder) throws IOException {
        try (TestServer server = new TestServer(folder, FEW, _ -> Optional.empty())) {
            for (int connection = 0; connection < 10 * MOST; connection++) {
                try (RawHttp2 alone = RawHttp2.over(server.socket("h2"))) {
                    assertThat(alone.next()).as("connection %d", connection).isPresent();
                }
            }
        }
    }

    @Test
    void refusesOneTooMany(@TempDir Path folder) throws IOException {
        try (TestServer server = new TestServer(folder, FEW, _ -> Optional.empty());
                Socket one = server.socket("h2");
                RawHttp2 first = RawHttp2.over(one);
                RawHttp2 second = RawHttp2.over(server.socket("h2"))) {
            assertThat(first.next()).isPresent();
            assertThat(second.next()).isPresent();
            assertThatThrownBy(() -> RawHttp2.over(server.socket("h2"))).isInstanceOf(IOException.class);
        }
    }
}
