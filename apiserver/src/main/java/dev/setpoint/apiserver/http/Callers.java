package dev.setpoint.apiserver.http;

import dev.setpoint.apiserver.authn.Authenticator;
import dev.setpoint.apiserver.authn.Authenticator.Evidence;
import dev.setpoint.apiserver.authn.Authenticator.Verdict;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.base.Env;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import java.security.cert.X509Certificate;
import java.util.Optional;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.ConnectionMetaData;

/// Finds out who sent a request. A certificate is looked at once for each connection, since it belongs to
/// that.
final class Callers {
    private static final String KNOWN = "dev.setpoint.known-caller";

    private final Authenticator authenticator;
    private final Env env;

    Callers(Authenticator authenticator, Env env) {
        this.authenticator = authenticator;
        this.env = env;
    }

    /// Whoever it is: somebody with a name, or nobody in particular when nothing was shown.
    ///
    /// @throws ApiException for whoever shows something false
    User of(Exchange exchange) {
        return switch (verdict(exchange)) {
            case Verdict.Known(var user, var until) when env.wallTime().isBefore(until) -> user;
            case Verdict.Known _, Verdict.Refused _ -> throw new ApiException(new ApiError.Unauthorized());
            case Verdict.Anonymous _ -> User.ANONYMOUS;
        };
    }

    private Verdict verdict(Exchange exchange) {
        ConnectionMetaData connection = exchange.request().getConnectionMetaData();
        if (connection.getAttribute(KNOWN) instanceof Verdict.Known known) {
            return known;
        }
        Optional<X509Certificate> certificate = certificate(connection);
        Verdict verdict =
                authenticator.authenticate(new Evidence(certificate, exchange.header(HttpHeader.AUTHORIZATION)));
        if (verdict instanceof Verdict.Known && certificate.isPresent()) {
            connection.setAttribute(KNOWN, verdict);
        }
        return verdict;
    }

    private static Optional<X509Certificate> certificate(ConnectionMetaData connection) {
        EndPoint.SslSessionData session =
                connection.getConnection().getEndPoint().getSslSessionData();
        if (session == null || session.peerCertificates() == null || session.peerCertificates().length == 0) {
            return Optional.empty();
        }
        return Optional.of(session.peerCertificates()[0]);
    }
}
