package dev.setpoint.apiserver.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Path;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Frames of HTTP/2 that bring nothing. Pings stand for all of them: the server counts them together.
class FrameRateIT {
    private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    private static final int HEAD_BYTES = 9;
    private static final int SETTINGS = 4;
    private static final int PING = 6;
    private static final int PING_BYTES = 8;
    private static final int GO_AWAY = 7;
    private static final int ENHANCE_YOUR_CALM = 11;

    /// What a client that lists page after page sends in a second on a fast machine.
    @Test
    void manyOfThemAreBorne(@TempDir Path folder) throws Exception {
        assertThat(answeredPings(folder, 2_000)).contains(2_000);
    }

    @Test
    void aFloodOfThemEndsTheConnection(@TempDir Path folder) throws Exception {
        assertThat(answeredPings(folder, 20 * Limits.DEFAULT.idleFrames())).isEmpty();
    }

    /// Empty when the server lost its patience.
    private static Optional<Integer> answeredPings(Path folder, int pings) throws Exception {
        try (TestServer server = new TestServer(folder, Limits.DEFAULT, _ -> Optional.empty());
                Socket socket = server.socket("h2")) {
            Thread writer = Thread.startVirtualThread(() -> write(socket, pings));
            DataInputStream in = new DataInputStream(socket.getInputStream());
            int answered = 0;
            while (answered < pings) {
                int length = (in.readUnsignedByte() << 16) | in.readUnsignedShort();
                int type = in.readUnsignedByte();
                in.skipNBytes(HEAD_BYTES - 4);
                byte[] payload = in.readNBytes(length);
                if (type == GO_AWAY) {
                    assertThat(payload[7]).isEqualTo((byte) ENHANCE_YOUR_CALM);
                    return Optional.empty();
                }
                answered += type == PING ? 1 : 0;
            }
            writer.join();
            return Optional.of(answered);
        } catch (EOFException | SocketException | SSLException _) {
            return Optional.empty(); // Its last word is lost when it hangs up on a client that is still writing.
        }
    }

    private static void write(Socket socket, int pings) {
        ByteArrayOutputStream frames = new ByteArrayOutputStream();
        frames.writeBytes(PREFACE.getBytes(US_ASCII));
        frames.writeBytes(new byte[] {0, 0, 0, SETTINGS, 0, 0, 0, 0, 0});
        for (int i = 0; i < pings; i++) {
            frames.writeBytes(new byte[] {0, 0, PING_BYTES, PING, 0, 0, 0, 0, 0});
            frames.writeBytes(new byte[PING_BYTES]);
        }
        try {
            socket.getOutputStream().write(frames.toByteArray());
        } catch (IOException _) {
            return; // The server has hung up, as the reader will see.
        }
    }
}
