package dev.setpoint.benchmarks.process;

import dev.setpoint.apiserver.authn.Pki;
import dev.setpoint.apiserver.authn.TlsContext;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/// Where a server is, and with what its clients show themselves.
public record Endpoint(String host, int port, SSLContext tls) {
    /// @param folder with the keys and certificates of the server; those that are missing are made
    public static Endpoint of(Path folder, int port) throws IOException {
        SecureRandom random = new SecureRandom();
        Pki pki = Pki.open(folder, List.of(), Instant.now(), random);
        return new Endpoint(
                "127.0.0.1",
                port,
                TlsContext.of(Optional.of(pki.admin()), pki.authority().certificate(), random));
    }

    /// A server with a certificate that it made for itself.
    public static Endpoint trusted(int port) {
        try {
            SSLContext tls = SSLContext.getInstance("TLS");
            tls.init(null, new TrustManager[] {new TrustEverybody()}, new SecureRandom());
            return new Endpoint("127.0.0.1", port, tls);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    public String origin() {
        return "https://" + host + ":" + port;
    }

    /// The peer is a process that this one has just started.
    private static final class TrustEverybody extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
