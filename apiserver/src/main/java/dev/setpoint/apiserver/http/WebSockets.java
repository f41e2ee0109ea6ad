package dev.setpoint.apiserver.http;

import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
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

    /// Answers the request by an upgrade and completes the callback.
    ///
    /// @throws ApiException when the request is no proper handshake, or names no protocol that is spoken here
    void upgrade(Exchange exchange, Upgraded next, Callback callback) {
        boolean upgraded = false;
        try {
            Optional<String> protocol = agreed(exchange, next);
            upgraded = mappings.upgrade(
                    negotiator(next, protocol),
                    exchange.request(),
                    exchange.response(),
                    Callback.from(callback::succeeded, failure -> {
                        next.abandon();
                        callback.failed(failure);
                    }),
                    null);
            if (!upgraded) {
                throw new ApiException(
                        new ApiError.BadRequest("not a WebSocket handshake that this server understands"));
            }
        } finally {
            if (!upgraded) {
                next.abandon();
            }
        }
    }

    /// The best that both know; empty where none needs to be named.
    private static Optional<String> agreed(Exchange exchange, Upgraded next) {
        List<String> offered = exchange.request().getHeaders().getCSV(HttpHeader.SEC_WEBSOCKET_SUBPROTOCOL, false);
        Optional<String> best =
                next.protocols().stream().filter(offered::contains).findFirst();
        if (best.isEmpty() && !next.protocols().isEmpty() && !next.protocols().contains("")) {
            throw new ApiException(new ApiError.BadRequest("unable to upgrade: unsupported protocol(s) requested: "
                    + offered + " (expected: one of " + next.protocols() + ")"));
        }
        return best;
    }

    private static WebSocketNegotiator negotiator(Upgraded next, Optional<String> protocol) {
        return new WebSocketNegotiator() {
            @Override
            public Upgraded negotiate(ServerUpgradeRequest request, ServerUpgradeResponse response, Callback callback) {
                response.setExtensions(List.of()); // No compression: events are many and small.
                protocol.ifPresent(response::setAcceptedSubProtocol);
                next.agreed(protocol.orElse(""));
                return next;
            }

            @Override
            public void customize(Configuration configuration) {
                configuration.setIdleTimeout(Duration.ZERO); // A watch may be silent as long as it lasts.
                configuration.setMaxOutgoingFrames(MOST_OUTGOING_FRAMES);
            }
        };
    }
}
