package dev.setpoint.apiserver.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.Callback;

/// Notices that the other side has closed a connection on which nothing more is expected from it.
final class HangUp implements Callback {
    private final EndPoint connection;
    private final Runnable action;

    HangUp(EndPoint connection, Runnable action) {
        this.connection = connection;
        this.action = action;
    }

    void listen() {
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
            } while (filled > 0);
            if (filled < 0) {
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
