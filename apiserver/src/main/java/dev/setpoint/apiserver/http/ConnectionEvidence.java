package dev.setpoint.apiserver.http;

import dev.setpoint.apiserver.pipeline.Evidence;
import java.security.cert.X509Certificate;
import java.util.Optional;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.ConnectionMetaData;

/// What a request and its connection show. A certificate is looked at once for each connection.
record ConnectionEvidence(Exchange exchange) implements Evidence {
    private static final String PROVEN = "dev.setpoint.proven-user";

    @Override
    public Optional<X509Certificate> certificate() {
        EndPoint.SslSessionData session =
                connection().getConnection().getEndPoint().getSslSessionData();
        if (session == null || session.peerCertificates() == null || session.peerCertificates().length == 0) {
            return Optional.empty();
        }
        return Optional.of(session.peerCertificates()[0]);
    }

    @Override
    public String authorization() {
        return exchange.header(HttpHeader.AUTHORIZATION);
    }

    @Override
    public Optional<ProvenUser> remembered() {
        return connection().getAttribute(PROVEN) instanceof ProvenUser proven ? Optional.of(proven) : Optional.empty();
    }

    @Override
    public void remember(ProvenUser user) {
        if (certificate().isPresent()) {
            connection().setAttribute(PROVEN, user);
        }
    }

    private ConnectionMetaData connection() {
        return exchange.request().getConnectionMetaData();
    }
}
