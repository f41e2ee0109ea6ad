package dev.setpoint.apiserver.http;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.Configuration;
import org.eclipse.jetty.websocket.core.server.ServerUpgradeRequest;
import org.eclipse.jetty.websocket.core.server.ServerUpgradeResponse;
import org.eclipse.jetty.websocket.core.server.WebSocketMappings;
import org.eclipse.jetty.websocket.core.server.WebSocketNegotiator;
import org.eclipse.jetty.websocket.core.server.WebSocketServerComponents;

/// Turns HTTP/1.1 connections into WebSockets.
final class WebSockets {
    /// More than one batch of events has.
    private static final int MOST_OUTGOING_FRAMES = 1024;

    private final WebSocketMappings mappings;

    WebSockets(Server server) {
        this.mappings = new WebSocketMappings(WebSocketServerComponents.ensureWebSocketComponents(server));
    }

    static boolean asked(Exchange exchange) {
        return exchange.header(HttpHeader.UPGRADE).toLowerCase(Locale.ROOT).equals("websocket");
    }

    /// Answers the request by an upgrade and completes the callback; false when the request is no proper one.
    boolean upgrade(Exchange exchange, SocketWatch watch, Callback callback) {
        boolean upgraded = false;
        try {
            upgraded = mappings.upgrade(
                    negotiator(watch),
                    exchange.request(),
                    exchange.response(),
                    Callback.from(callback::succeeded, failure -> {
                        watch.abandon();
                        callback.failed(failure);
                    }),
                    null);
            return upgraded;
        } finally {
            if (!upgraded) {
                watch.abandon();
            }
        }
    }

    private static WebSocketNegotiator negotiator(SocketWatch watch) {
        return new WebSocketNegotiator() {
            @Override
            public SocketWatch negotiate(
                    ServerUpgradeRequest request, ServerUpgradeResponse response, Callback callback) {
                response.setExtensions(List.of()); // No compression: events are many and small.
                return watch;
            }

            @Override
            public void customize(Configuration configuration) {
                configuration.setIdleTimeout(Duration.ZERO); // A watch may be silent as long as it lasts.
                configuration.setMaxOutgoingFrames(MOST_OUTGOING_FRAMES);
            }
        };
    }
}
