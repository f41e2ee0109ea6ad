package dev.setpoint.apiserver.http;

import dev.setpoint.apiserver.authn.Pki;
import dev.setpoint.apiserver.authn.TlsContext;
import dev.setpoint.base.Env;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Supplier;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.RateControl;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.VirtualThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A port on which HTTP/1.1 and HTTP/2 are spoken over TLS, and a handler behind it that knows nothing of either.
/// Benchmarks put a handler here that does nothing: what it costs is what the API server cannot undercut.
public final class HttpsPort {
    private static final Logger log = LoggerFactory.getLogger(HttpsPort.class);
    private static final int RESPONSE_HEADER_BYTES = 16 * 1024;

    private final Server server;
    private final Connector connector;
    private final ConnectionGuard guard;

    private HttpsPort(Server server, Connector connector, ConnectionGuard guard) {
        this.server = server;
        this.connector = connector;
        this.guard = guard;
    }

    /// Serves when it returns.
    ///
    /// @param keys asked for when everything is there that can be without
    /// @param handler what answers, made for the server that it will belong to
    /// @throws IOException when the address cannot be had
    public static HttpsPort open(
            HttpServer.Options options,
            Supplier<Pki> keys,
            SecureRandom random,
            Env env,
            Function<Server, Handler> handler)
            throws IOException {
        Limits limits = options.limits();
        Server server =
                new Server(new VirtualThreadPool(0)); // Bounded by connections and streams, and calls by their places.
        server.setHandler(handler.apply(server));
        server.setErrorHandler(new ErrorPages());
        Connector connector = new Connector(server, limits, protocols(limits, keys, random));
        connector.setHost(options.bind());
        connector.setPort(options.port());
        connector.setIdleTimeout(limits.idle().toMillis());
        server.addConnector(connector);
        server.addBean(new NetworkConnectionLimit(limits.connections(), connector));
        start(server, options);
        return new HttpsPort(server, connector, ConnectionGuard.start(env, limits, connector::getConnectedEndPoints));
    }

    public int port() {
        return connector.getLocalPort();
    }

    /// Closes every connection. Nothing is left when it returns.
    public void close() {
        guard.close();
        try {
            server.stop();
        } catch (Exception e) { // Jetty's signature; a part that does not stop is abandoned with the rest.
            log.warn("the HTTP server did not stop in order", e);
        }
        connector.awaitClosed();
    }

    private static void start(Server server, HttpServer.Options options) throws IOException {
        try {
            server.start();
        } catch (IOException e) {
            stopQuietly(server);
            throw new IOException(options.bind() + ":" + options.port() + ": " + rootMessage(e), e);
        } catch (Exception e) { // Jetty's signature: everything but the address is ours.
            stopQuietly(server);
            throw new IllegalStateException("the HTTP server did not start", e);
        }
    }

    private static void stopQuietly(Server server) {
        try {
            server.stop();
        } catch (Exception e) {
            log.debug("after a failed start", e);
        }
    }

    private static String rootMessage(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return String.valueOf(root.getMessage());
    }

    private static ConnectionFactory[] protocols(Limits limits, Supplier<Pki> keys, SecureRandom random) {
        HttpConfiguration configuration = new HttpConfiguration();
        configuration.setSendServerVersion(false);
        configuration.setRequestHeaderSize(limits.headerBytes());
        configuration.setResponseHeaderSize(RESPONSE_HEADER_BYTES);
        // By whatever name a client knows the server: as Kubernetes, it has one certificate and shows it to all.
        configuration.addCustomizer(new SecureRequestCustomizer(false));
        HttpConnectionFactory http1 = new HttpConnectionFactory(configuration);
        HTTP2ServerConnectionFactory http2 = new HTTP2ServerConnectionFactory(configuration);
        http2.setMaxConcurrentStreams(limits.streams());
        http2.setRateControlFactory(new RateControl.Factory() {
            @Override
            public RateControl newRateControl(EndPoint endPoint) {
                return new FrameRates(limits);
            }
        });
        http2.setConnectProtocolEnabled(false);
        http2.setStreamIdleTimeout(-1); // A watch may be silent; a stream that waits for its client has deadlines.
        ALPNServerConnectionFactory negotiation = new ALPNServerConnectionFactory();
        negotiation.setDefaultProtocol(HttpVersion.HTTP_1_1.asString());
        SslConnectionFactory tls = new SslConnectionFactory(tls(keys.get(), random), negotiation.getProtocol());
        return new ConnectionFactory[] {tls, negotiation, http2, http1};
    }

    /// A client without a certificate is let in, to be told 401; one with a certificate of anybody else is
    /// not.
    private static SslContextFactory.Server tls(Pki pki, SecureRandom random) {
        SslContextFactory.Server factory = new SslContextFactory.Server();
        factory.setSslContext(
                TlsContext.of(Optional.of(pki.serving()), pki.authority().certificate(), random));
        factory.setIncludeProtocols("TLSv1.3", "TLSv1.2");
        factory.setWantClientAuth(true);
        return factory;
    }

    private static final class Connector extends ServerConnector {
        /// Taken while a connection is awaited. A channel that is closed under its accepting thread is let go of
        /// only by that thread: until then the port is in use, and the system goes on accepting.
        private final Semaphore accepting = new Semaphore(1);

        private final PeerCounts peers;

        Connector(Server server, Limits limits, ConnectionFactory... factories) {
            super(server, factories);
            this.peers = new PeerCounts(limits.connectionsOfPeer());
        }

        @Override
        public void accept(int acceptor) throws IOException {
            accepting.acquireUninterruptibly();
            try {
                super.accept(acceptor);
            } finally {
                accepting.release();
            }
        }

        /// Returns when the last that accepted is done.
        void awaitClosed() {
            accepting.acquireUninterruptibly();
            accepting.release();
        }

        /// A connection too many of one peer is closed at once: others still find room.
        @Override
        protected void onEndPointOpened(EndPoint endPoint) {
            super.onEndPointOpened(endPoint);
            if (!peers.opened(endPoint)) {
                log.debug("closing {}: its peer has too many connections", endPoint);
                endPoint.close();
            }
        }

        @Override
        protected void onEndPointClosed(EndPoint endPoint) {
            peers.closed(endPoint);
            super.onEndPointClosed(endPoint);
        }

        /// Lets the system find out about peers that vanished without a word.
        @Override
        protected void configure(Socket socket) {
            super.configure(socket);
            try {
                socket.setKeepAlive(true);
            } catch (SocketException e) {
                log.debug("a connection ended before it began: {}", e.getMessage());
            }
        }
    }
}
