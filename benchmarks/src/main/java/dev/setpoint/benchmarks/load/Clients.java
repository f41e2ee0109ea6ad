package dev.setpoint.benchmarks.load;

import dev.setpoint.benchmarks.process.Endpoint;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/// Connections to one server, each as a client of its own would have it: TLS with a client's certificate, HTTP/2 with
/// the windows that Go's client opens.
public final class Clients implements AutoCloseable {
    private static final int STREAM_WINDOW = 4 << 20;
    private static final int SESSION_WINDOW = 1 << 30;
    private static final long PATIENCE_SECONDS = 60;
    private static final int THREADS = 16;

    private final HTTP2Client http;
    private final SslContextFactory.Client tls;
    private final Endpoint server;
    private final List<Connection> connections = new ArrayList<>();

    private Clients(HTTP2Client http, SslContextFactory.Client tls, Endpoint server) {
        this.http = http;
        this.tls = tls;
        this.server = server;
    }

    public static Clients connect(Endpoint server, int count) throws Exception {
        SslContextFactory.Client tls = new SslContextFactory.Client();
        tls.setSslContext(server.tls());
        QueuedThreadPool threads = new QueuedThreadPool(THREADS);
        threads.setName("clients");
        threads.setDaemon(true);
        ClientConnector connector = new ClientConnector();
        connector.setSslContextFactory(tls);
        connector.setExecutor(threads);
        connector.setSelectors(1);
        connector.setIdleTimeout(Duration.ofMinutes(10));
        HTTP2Client http = new HTTP2Client(connector);
        http.setInitialStreamRecvWindow(STREAM_WINDOW);
        http.setInitialSessionRecvWindow(SESSION_WINDOW);
        http.setStreamIdleTimeout(-1);
        http.addBean(threads);
        http.start();
        Clients clients = new Clients(http, tls, server);
        for (int i = 0; i < count; i++) {
            Connection connection = new Connection(clients::open, server.origin());
            connection.open();
            clients.connections.add(connection);
        }
        return clients;
    }

    private Session open() {
        try {
            return http.connect(tls, new InetSocketAddress(server.host(), server.port()), new Session.Listener() {})
                    .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("no connection to " + server.origin(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    public Connection first() {
        return connections.getFirst();
    }

    public List<Connection> all() {
        return connections;
    }

    @Override
    public void close() {
        try {
            http.stop();
        } catch (Exception e) { // Jetty's signature.
            throw new IllegalStateException("the client did not stop in order", e);
        }
    }
}
