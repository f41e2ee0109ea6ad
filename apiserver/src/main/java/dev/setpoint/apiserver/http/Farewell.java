package dev.setpoint.apiserver.http;

import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.HTTP2Connection;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.util.Callback;

/// Ends a connection after the answers that are on their way. Whoever is refused without having said who they are
/// begins anew, with a handshake of their own, before they ask again.
final class Farewell {
    private Farewell() {}

    /// Called before the answer begins.
    static void announce(Exchange exchange) {
        ConnectionMetaData connection = exchange.request().getConnectionMetaData();
        if (connection.getConnection() instanceof HTTP2Connection http2) {
            http2.getSession().close(ErrorCode.NO_ERROR.code, "unauthenticated", Callback.NOOP);
        } else if (connection.getHttpVersion().getVersion() <= HttpVersion.HTTP_1_1.getVersion()) {
            exchange.responseHeaders().put(HttpFields.CONNECTION_CLOSE);
        }
    }
}
