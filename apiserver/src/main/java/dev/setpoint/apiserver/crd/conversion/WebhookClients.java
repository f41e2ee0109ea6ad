package dev.setpoint.apiserver.crd.conversion;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// One client for each set of authorities that a webhook is trusted by, for the few that were used last.
///
/// A client has a thread and connections of its own, and whoever may write definitions chooses the authorities: so
/// there is a bound, and a client that is pushed out is ended as soon as nobody uses it. Not Caffeine: an entry may
/// only end when its last borrower has given it back, which is the part that would still be by hand.
final class WebhookClients implements AutoCloseable {
    /// More webhooks with authorities of their own than a cluster has.
    static final int KEPT = 16;

    private final Duration connect;
    /// The one that was used longest ago first. Guarded by this object's monitor, as every [Client] is.
    private final Map<String, Client> clients = new LinkedHashMap<>(KEPT, 0.75f, true);

    private boolean closed;

    WebhookClients(Duration connect) {
        this.connect = connect;
    }

    private static final class Client {
        final HttpClient http;
        int borrowers;
        boolean leaving;

        Client(HttpClient http) {
            this.http = http;
        }
    }

    /// The right to use a client until it is closed.
    final class Loan implements AutoCloseable {
        private final Client lent;

        private Loan(Client lent) {
            this.lent = lent;
        }

        HttpClient client() {
            return lent.http;
        }

        @Override
        public void close() {
            giveBack(lent);
        }
    }

    synchronized Loan borrow(String authorityPem) throws IOException {
        if (closed) {
            throw new IOException("the API server is closing");
        }
        Client client = clients.get(authorityPem);
        if (client == null) {
            client = new Client(made(authorityPem));
            clients.put(authorityPem, client);
            leaveOldest();
        }
        client.borrowers++;
        return new Loan(client);
    }

    private void leaveOldest() {
        Iterator<Client> oldest = clients.values().iterator();
        while (clients.size() > KEPT) {
            Client leaving = oldest.next();
            oldest.remove();
            leaving.leaving = true;
            endIfUnused(leaving);
        }
    }

    private synchronized void giveBack(Client client) {
        client.borrowers--;
        endIfUnused(client);
    }

    private static void endIfUnused(Client client) {
        if (client.leaving && client.borrowers == 0) {
            client.http.shutdownNow();
        }
    }

    /// How many clients there are for the next caller.
    synchronized int size() {
        return clients.size();
    }

    /// Ends every client with whatever it is at.
    @Override
    public synchronized void close() {
        closed = true;
        clients.values().forEach(client -> client.http.shutdownNow());
        clients.clear();
    }

    private HttpClient made(String authorityPem) throws IOException {
        HttpClient.Builder builder = HttpClient.newBuilder().connectTimeout(connect);
        if (!authorityPem.isEmpty()) {
            builder.sslContext(trusting(authorityPem));
        }
        return builder.build();
    }

    private static SSLContext trusting(String authorityPem) throws IOException {
        try {
            KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
            trusted.load(null, null);
            int number = 0;
            for (Certificate certificate : CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(authorityPem.getBytes(StandardCharsets.UTF_8)))) {
                trusted.setCertificateEntry("authority-" + number++, certificate);
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException("unable to load root certificates: " + e.getMessage(), e);
        }
    }
}
