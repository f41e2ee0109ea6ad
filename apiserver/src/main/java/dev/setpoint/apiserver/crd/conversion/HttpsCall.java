package dev.setpoint.apiserver.crd.conversion;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// Calls webhooks over HTTPS, with the JDK's own client. One client for each set of authorities.
public final class HttpsCall implements WebhookCall {
    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration ANSWER = Duration.ofSeconds(30);

    private final Map<String, HttpClient> clients = new ConcurrentHashMap<>();

    @Override
    public byte[] post(WebhookAddress address, byte[] json) throws IOException {
        HttpRequest request = HttpRequest.newBuilder(address.uri())
                .timeout(ANSWER)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(json))
                .build();
        try {
            HttpResponse<byte[]> response =
                    client(address.authorityPem()).send(request, HttpResponse.BodyHandlers.ofByteArray());
            if (response.statusCode() != 200) {
                throw new IOException("the server answered with code " + response.statusCode());
            }
            return response.body();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for " + address.uri(), e);
        }
    }

    private HttpClient client(String authorityPem) throws IOException {
        HttpClient known = clients.get(authorityPem);
        if (known != null) {
            return known;
        }
        HttpClient.Builder builder = HttpClient.newBuilder().connectTimeout(CONNECT);
        if (!authorityPem.isEmpty()) {
            builder.sslContext(trusting(authorityPem));
        }
        HttpClient made = builder.build();
        HttpClient raced = clients.putIfAbsent(authorityPem, made);
        return raced == null ? made : raced;
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
