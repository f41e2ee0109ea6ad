package dev.setpoint.apiserver.http;

import dev.setpoint.base.BoundedQueue;
import dev.setpoint.base.Env;
import dev.setpoint.base.Task;
import dev.setpoint.base.TaskKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.eclipse.jetty.http2.HTTP2Connection;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.NegotiatingServerConnection;
import org.eclipse.jetty.server.internal.HttpConnection;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Closes connections that are kept busy without a request ever being finished: a handshake that does not end, a head
/// of which a byte comes now and then, an HTTP/2 connection on which nothing happens but pings.
///
/// An idle timer does not see them, since each byte starts it anew. Here a connection is looked at every so often, and
/// counted as idle while no request has come whole.
final class ConnectionGuard implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ConnectionGuard.class);
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Env env;
    private final Limits limits;
    private final Supplier<? extends Iterable<EndPoint>> connections;
    private final BoundedQueue<Boolean> ended;
    private final Task task;
    private Map<EndPoint, Progress> seen = new HashMap<>();

    /// How far a connection was, and since when.
    ///
    /// @param messages requests whose heads had come whole
    /// @param bytes that had come
    /// @param begun whether it is at a handshake or at the head of a request
    private record Progress(long messages, long bytes, boolean begun, long sinceNanos) {}

    private ConnectionGuard(Env env, Limits limits, Supplier<? extends Iterable<EndPoint>> connections) {
        this.env = env;
        this.limits = limits;
        this.connections = connections;
        this.ended = env.queue(1);
        this.task = env.start("connection-guard", TaskKind.LIGHT, this::run);
    }

    static ConnectionGuard start(Env env, Limits limits, Supplier<? extends Iterable<EndPoint>> connections) {
        return new ConnectionGuard(env, limits, connections);
    }

    @Override
    public void close() {
        ended.close();
        task.join(PATIENCE);
    }

    private void run() {
        while (!ended.closed()) {
            if (ended.take(BETWEEN_LOOKS).isEmpty() && !ended.closed()) {
                try {
                    look();
                } catch (RuntimeException e) { // Of one look, at what other threads change: the next one is due.
                    log.warn("could not look at the connections", e);
                }
            }
        }
    }

    private void look() {
        long now = env.monotonicNanos();
        Map<EndPoint, Progress> next = new HashMap<>();
        List<EndPoint> stuck = new ArrayList<>();
        for (EndPoint endPoint : connections.get()) {
            Connection connection = innermost(endPoint.getConnection());
            Progress before = seen.get(endPoint);
            Progress progress = progress(connection, before, now);
            long limit = (progress.begun() ? limits.head() : limits.idle()).toNanos();
            if (now - progress.sinceNanos() > limit) {
                stuck.add(endPoint);
            } else {
                next.put(endPoint, progress);
            }
        }
        seen = next;
        for (EndPoint endPoint : stuck) {
            log.debug("closing {}: no request came whole for too long", endPoint);
            endPoint.close();
        }
    }

    /// A connection whose requests are under way makes progress, however long they take; one that is no HTTP any more
    /// has limits of its own.
    private static Progress progress(Connection connection, @Nullable Progress before, long now) {
        long messages = connection.getMessagesIn();
        long bytes = connection.getBytesIn();
        if (before == null) {
            return new Progress(messages, bytes, messages <= 0, now); // TLS alone counts none: -1.
        }
        if (isBusy(connection) || messages > before.messages()) {
            return new Progress(messages, bytes, false, now);
        }
        boolean headBegins = connection instanceof HttpConnection && !before.begun() && bytes > before.bytes();
        return headBegins ? new Progress(messages, bytes, true, now) : before;
    }

    private static boolean isBusy(Connection connection) {
        return switch (connection) {
            case HTTP2Connection http2 -> !http2.getSession().getStreams().isEmpty();
            case HttpConnection http1 -> http1.getHttpChannel().getRequest() != null;
            case SslConnection _ -> false; // The handshake.
            default -> true;
        };
    }

    private static Connection innermost(Connection connection) {
        if (connection instanceof SslConnection tls) {
            Connection within = tls.getSslEndPoint().getConnection();
            return within == null || within instanceof NegotiatingServerConnection ? tls : within;
        }
        return connection;
    }
}
