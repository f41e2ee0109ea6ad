package dev.setpoint.apiserver.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.util.Callback;

/// Notices that the other side has closed a connection on which nothing more is expected from it.
final class HangUp implements Callback {
    /// What a client that only listens may still send: a selector reads it, which has others to serve.
    private static final int MOST_IGNORED_BYTES = 64 * 1024;

    private final EndPoint connection;
    private final Runnable action;
    private int left = MOST_IGNORED_BYTES;

    private HangUp(EndPoint connection, Runnable action) {
        this.connection = connection;
        this.action = action;
    }

    /// For an answer that goes on; called before it begins.
    ///
    /// HTTP/2 tells when a stream is reset. In HTTP/1 nobody reads while an answer is written, so the end
    /// of the connection would show only when something is written: here it is read from, and closed
    /// after the answer, since what was read is lost.
    static void notice(Exchange exchange, Runnable action) {
        exchange.request().addFailureListener(_ -> action.run());
        ConnectionMetaData connection = exchange.request().getConnectionMetaData();
        if (connection.getHttpVersion().getVersion() < HttpVersion.HTTP_2.getVersion()) {
            exchange.responseHeaders().put(HttpFields.CONNECTION_CLOSE);
            new HangUp(connection.getConnection().getEndPoint(), action).listen();
        }
    }

    private void listen() {
        connection.fillInterested(this);
    }

    /// Something can be read: bytes to throw away, or the end.
    @Override
    public void succeeded() {
        ByteBuffer ignored = ByteBuffer.allocate(1024).limit(0);
        try {
            int filled;
            do {
                ignored.clear().limit(0);
                filled = connection.fill(ignored);
                left -= Math.max(0, filled);
            } while (filled > 0 && left > 0);
            if (filled != 0) {
                action.run();
            } else {
                listen();
            }
        } catch (IOException _) {
            action.run();
        }
    }

    @Override
    public void failed(Throwable failure) {
        action.run();
    }

    @Override
    public InvocationType getInvocationType() {
        return InvocationType.NON_BLOCKING;
    }
}
