package dev.setpoint.apiserver.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.Optional;
import javax.net.ssl.SSLException;

/// An HTTP/2 connection on which a test writes every frame itself. It knows no flow control, and of HPACK only what a
/// fixed request needs.
final class RawHttp2 implements AutoCloseable {
    static final int DATA = 0;
    static final int HEADERS = 1;
    static final int RESET = 3;
    static final int SETTINGS = 4;
    static final int PING = 6;
    static final int GO_AWAY = 7;
    static final int WINDOW_UPDATE = 8;

    static final int END_STREAM = 1;
    static final int ACK = 1;
    static final int END_HEADERS = 4;

    private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    private static final int HEAD_BYTES = 9;

    /// @param payload of which tests look at little
    record Frame(int type, int flags, int stream, byte[] payload) {
        boolean isPong() {
            return type == PING && (flags & ACK) != 0;
        }
    }

    private final Socket socket;
    private final DataInputStream in;

    private RawHttp2(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new DataInputStream(socket.getInputStream());
        socket.getOutputStream().write(PREFACE.getBytes(US_ASCII));
        socket.getOutputStream().write(frame(SETTINGS, 0, 0));
        socket.getOutputStream().flush();
    }

    /// @param socket for which `h2` was agreed on
    static RawHttp2 over(Socket socket) throws IOException {
        return new RawHttp2(socket);
    }

    /// Writes frames at once; false when the server has closed the connection.
    boolean send(byte[]... frames) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] frame : frames) {
            all.write(frame);
        }
        try {
            socket.getOutputStream().write(all.toByteArray());
            socket.getOutputStream().flush();
            return true;
        } catch (SocketException | SSLException e) {
            return false;
        }
    }

    /// The next frame; empty when the connection is at its end.
    Optional<Frame> next() throws IOException {
        try {
            byte[] head = in.readNBytes(HEAD_BYTES);
            if (head.length < HEAD_BYTES) {
                return Optional.empty();
            }
            int length = (head[0] & 0xff) << 16 | (head[1] & 0xff) << 8 | (head[2] & 0xff);
            int stream = (head[5] & 0x7f) << 24 | (head[6] & 0xff) << 16 | (head[7] & 0xff) << 8 | (head[8] & 0xff);
            byte[] payload = new byte[length];
            in.readFully(payload);
            return Optional.of(new Frame(head[3], head[4], stream, payload));
        } catch (EOFException | SocketException | SSLException e) {
            return Optional.empty();
        }
    }

    /// Whether the server closed the connection, or said that it will, before anything that it still had to say took
    /// longer than the socket waits.
    boolean wasEnded() throws IOException {
        try {
            Optional<Frame> frame = next();
            while (frame.isPresent() && frame.get().type() != GO_AWAY) {
                frame = next();
            }
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    static byte[] frame(int type, int flags, int stream, byte... payload) {
        byte[] frame = new byte[HEAD_BYTES + payload.length];
        frame[0] = (byte) (payload.length >> 16);
        frame[1] = (byte) (payload.length >> 8);
        frame[2] = (byte) payload.length;
        frame[3] = (byte) type;
        frame[4] = (byte) flags;
        frame[5] = (byte) (stream >> 24);
        frame[6] = (byte) (stream >> 16);
        frame[7] = (byte) (stream >> 8);
        frame[8] = (byte) stream;
        System.arraycopy(payload, 0, frame, HEAD_BYTES, payload.length);
        return frame;
    }

    static byte[] ping() {
        return frame(PING, 0, 0, new byte[8]);
    }

    static byte[] reset(int stream) {
        return frame(RESET, 0, stream, (byte) 0, (byte) 0, (byte) 0, (byte) 8);
    }

    static byte[] windowUpdate(int stream) {
        return frame(WINDOW_UPDATE, 0, stream, (byte) 0, (byte) 0, (byte) 0, (byte) 1);
    }

    /// A request without a body.
    static byte[] get(int stream, String path) {
        return frame(HEADERS, END_HEADERS | END_STREAM, stream, head((byte) 0x82, path, 0));
    }

    /// The head of a request whose body is to come.
    ///
    /// @param length that is announced
    static byte[] post(int stream, String path, long length) {
        return frame(HEADERS, END_HEADERS, stream, head((byte) 0x83, path, length));
    }

    /// Literals without indexing, as the tables of HPACK allow: 4 is `:path`, 1 `:authority`, 28 `content-length`.
    private static byte[] head(byte method, String path, long length) {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        head.write(method);
        head.write(0x87); // https
        literal(head, 0x04, path);
        literal(head, 0x01, "localhost");
        if (length > 0) {
            head.write(0x0f);
            literal(head, 28 - 15, Long.toString(length));
        }
        return head.toByteArray();
    }

    private static void literal(ByteArrayOutputStream head, int index, String value) {
        head.write(index);
        head.write(value.length());
        head.writeBytes(value.getBytes(US_ASCII));
    }
}
