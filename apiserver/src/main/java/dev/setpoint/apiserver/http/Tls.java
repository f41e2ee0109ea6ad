package dev.setpoint.apiserver.http;

import dev.setpoint.apiserver.authn.Credential;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/// TLS as the server speaks it: its own certificate, and clients' certificates from its own authority or none
/// at all.
final class Tls {
    private static final char[] NO_PASSWORD = {};

    private Tls() {}

    /// A client without a certificate is let in, to be told 401; one with a certificate of anybody else is
    /// not.
    static SslContextFactory.Server factory(Credential serving, X509Certificate authority, SecureRandom random) {
        SslContextFactory.Server factory = new SslContextFactory.Server();
        factory.setSslContext(context(serving, authority, random));
        factory.setIncludeProtocols("TLSv1.3", "TLSv1.2");
        factory.setWantClientAuth(true);
        return factory;
    }

    private static SSLContext context(Credential serving, X509Certificate authority, SecureRandom random) {
        try {
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            KeyStore shown = emptyStore();
            shown.setKeyEntry("serving", serving.key(), NO_PASSWORD, new Certificate[] {serving.certificate()});
            keys.init(shown, NO_PASSWORD);
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            KeyStore trusted = emptyStore();
            trusted.setCertificateEntry("authority", authority);
            trust.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), trust.getTrustManagers(), random);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e); // Nothing here comes from outside: the keys were checked when loaded.
        }
    }

    private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        return store;
    }
}
