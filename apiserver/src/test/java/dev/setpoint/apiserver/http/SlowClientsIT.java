package dev.setpoint.apiserver.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.setpoint.apiserver.pipeline.Answer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// Clients that take their time: each is cut off by a limit of its own kind, however busy it keeps the connection.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SlowClientsIT {
    private static final Duration BRIEF = Duration.ofSeconds(1);
    /// A byte comes so often: more often than any idle timer runs out.
    private static final int BETWEEN_BYTES_MILLIS = 50;
    /// As many as come in twenty times what is allowed.
    private static final int MANY_BYTES = 20 * 1000 / BETWEEN_BYTES_MILLIS;

    private static final Limits HASTY = new Limits(
            Limits.DEFAULT.bodyBytes(),
            Limits.DEFAULT.discardedBytes(),
            BRIEF,
            Limits.DEFAULT.bodyBytesPerSecond(),
            Limits.DEFAULT.headerBytes(),
            BRIEF,
            Limits.DEFAULT.connections(),
            Limits.DEFAULT.connectionsOfPeer(),
            Limits.DEFAULT.streams(),
            Limits.DEFAULT.windowFrames(),
            Limits.DEFAULT.controlFrames(),
            Limits.DEFAULT.idle(),
            BRIEF);

    private final AtomicInteger handled = new AtomicInteger();
    private TestServer server;

    @BeforeAll
    void start(@TempDir Path folder) throws IOException {
        server = new TestServer(folder, HASTY, _ -> Optional.empty());
        server.pipeline.on("slow", call -> {
            call.body();
            handled.incrementAndGet();
            return ScriptedPipeline.one(ScriptedPipeline.object("a", ""));
        });
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @Test
    void aHandshakeThatDoesNotBeginIsEnded() throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(20_000);
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void aHeadThatComesByteByByteIsEnded() throws Exception {
        try (Socket socket = server.socket("http/1.1")) {
            socket.getOutputStream().write("GET /healthz HTTP/1.1\r\nX-Long: ".getBytes(US_ASCII));
            assertThat(bytesUntilEnded(socket)).isLessThan(MANY_BYTES);
        }
    }

    @Test
    void aHeadThatComesByteByByteAfterAWholeRequestIsEnded() throws Exception {
        try (Socket socket = server.socket("http/1.1")) {
            socket.getOutputStream().write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(US_ASCII));
            socket.getInputStream().read();
            socket.getOutputStream().write("GET /healthz HTTP/1.1\r\nX-Long: ".getBytes(US_ASCII));
            assertThat(bytesUntilEnded(socket)).isLessThan(MANY_BYTES);
        }
    }

    @Test
    void aBodyThatComesByteByByteIsEndedAndItsCallIsNot() throws Exception {
        try (Socket socket = server.socket("http/1.1")) {
            socket.getOutputStream().write("""
                    POST /api/v1/namespaces/slow/configmaps HTTP/1.1\r
                    Host: localhost\r
                    Content-Type: application/json\r
                    Content-Length: 100000\r
                    \r
                    """.getBytes(US_ASCII));
            assertThat(bytesUntilEnded(socket)).isLessThan(MANY_BYTES);
        }
        assertThat(handled).hasValue(0);
    }

    @Test
    void aBodyOverHttp2ThatNeverComesIsEnded() throws Exception {
        try (RawHttp2 connection = RawHttp2.over(server.socket("h2"))) {
            connection.send(RawHttp2.post(1, "/api/v1/namespaces/slow/configmaps", 100_000));
            Optional<RawHttp2.Frame> frame = connection.next();
            while (frame.isPresent() && frame.get().type() != RawHttp2.RESET) {
                frame = connection.next();
            }
            assertThat(frame.map(RawHttp2.Frame::stream)).contains(1);
        }
        assertThat(handled).hasValue(0);
    }

    /// The server reads no ping before the last one is answered, and waits for that only so long.
    @Test
    void aWebSocketThatPingsAndDoesNotReadIsEnded() throws Exception {
        ScriptedEvents events = new ScriptedEvents(server.env);
        server.pipeline.on("pings", _ -> new Answer.Stream(events, List.of()));
        try (Socket socket = server.socket("http/1.1")) {
            socket.getOutputStream().write("""
                    GET /api/v1/namespaces/pings/configmaps?watch=1 HTTP/1.1\r
                    Host: localhost\r
                    Connection: Upgrade\r
                    Upgrade: websocket\r
                    Sec-WebSocket-Version: 13\r
                    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
                    \r
                    """.getBytes(US_ASCII));
            readHead(socket.getInputStream());
            byte[] pings = manyPings();
            long sent = 0;
            try {
                while (sent < 256L * 1024 * 1024) { // More than the buffers of both systems hold.
                    socket.getOutputStream().write(pings);
                    sent += pings.length;
                }
                fail("the server took " + sent + " bytes of pings");
            } catch (SocketException | SSLException _) {
                // The server has ended it.
            }
        }
        assertThat(events.closedWithin(Duration.ofSeconds(20))).isTrue();
    }

    /// Sends a byte now and then; how many until the server had enough.
    private static int bytesUntilEnded(Socket socket) throws IOException {
        socket.setSoTimeout(BETWEEN_BYTES_MILLIS);
        OutputStream out = socket.getOutputStream();
        for (int sent = 0; sent < MANY_BYTES; sent++) {
            try {
                out.write('x');
                out.flush();
                // What it has to say before it ends.
                socket.getInputStream().transferTo(OutputStream.nullOutputStream());
                return sent;
            } catch (SocketTimeoutException _) {
                // Nothing to be read: the time that one byte takes has gone by.
            } catch (SocketException | SSLException _) {
                return sent;
            }
        }
        return MANY_BYTES;
    }

    private static void readHead(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!head.toString(US_ASCII).endsWith("\r\n\r\n")) {
            head.write(in.read());
        }
        assertThat(head.toString(US_ASCII)).startsWith("HTTP/1.1 101 ");
    }

    /// A client's frames are masked; a mask of zeros changes nothing.
    private static byte[] manyPings() {
        byte[] ping = new byte[2 + 4 + 125];
        ping[0] = (byte) 0x89;
        ping[1] = (byte) (0x80 | 125);
        byte[] many = new byte[ping.length * 500];
        for (int at = 0; at < many.length; at += ping.length) {
            System.arraycopy(ping, 0, many, at, ping.length);
        }
        return many;
    }
}
