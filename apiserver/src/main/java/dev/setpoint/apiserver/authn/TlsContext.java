package dev.setpoint.apiserver.authn;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// TLS between those who trust one authority and nobody else: the server's side and a client's are alike.
public final class TlsContext {
    private TlsContext() {}

    /// @param shown what this side proves to be; empty for a client without a certificate
    public static SSLContext of(Optional<Credential> shown, X509Certificate authority, SecureRandom random) {
        try {
            KeyManager[] keys = shown.map(OwnKey::new).stream().toArray(KeyManager[]::new);
            KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
            trusted.load(null, null);
            trusted.setCertificateEntry("authority", authority);
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys, trust.getTrustManagers(), random);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e); // Nothing here comes from outside: the keys were checked when loaded.
        }
    }
}
