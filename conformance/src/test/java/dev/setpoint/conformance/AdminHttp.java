package dev.setpoint.conformance;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.yaml.YamlReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.jspecify.annotations.Nullable;

/// Plain HTTPS with the credentials of a kubeconfig, or with none.
public final class AdminHttp {
    private static final char[] PASSWORD = "in memory only".toCharArray();

    private final HttpClient client;
    private final String server;

    private AdminHttp(HttpClient client, String server) {
        this.client = client;
        this.server = server;
    }

    public static AdminHttp of(Path kubeconfig) {
        return open(kubeconfig, true);
    }

    public static AdminHttp anonymous(Path kubeconfig) {
        return open(kubeconfig, false);
    }

    /// With the credentials of a kubeconfig, whoever the server is.
    static AdminHttp trustingAll(Path kubeconfig) {
        try {
            JsonObject config = (JsonObject) YamlReader.value(Files.readAllBytes(kubeconfig));
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(
                    keys(first(config.array("users")).child("user")).getKeyManagers(),
                    new TrustManager[] {new TrustAll()},
                    null);
            return new AdminHttp(
                    HttpClient.newBuilder().sslContext(context).build(),
                    first(config.array("clusters")).child("cluster").textOr("server", ""));
        } catch (IOException | GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    /// For a client whose own certificate is in question, not the server's.
    private static final class TrustAll extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }

    public HttpClient client() {
        return client;
    }

    /// Scheme, host and port.
    public String server() {
        return server;
    }

    record Answer(int code, String contentType, byte[] body) {
        String text() {
            return new String(body, StandardCharsets.UTF_8);
        }
    }

    /// @param body sent as it is; nothing when empty
    Answer send(String method, String path, Map<String, String> headers, byte[] body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server + path))
                .method(
                        method,
                        body.length == 0
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofByteArray(body));
        headers.forEach(request::header);
        try {
            HttpResponse<byte[]> response = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            return new Answer(
                    response.statusCode(),
                    response.headers().firstValue("content-type").orElse(""),
                    response.body());
        } catch (IOException e) {
            throw new AssertionError(method + " " + path, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private static AdminHttp open(Path kubeconfig, boolean withCertificate) {
        try {
            JsonObject config = (JsonObject) YamlReader.value(Files.readAllBytes(kubeconfig));
            JsonObject cluster = first(config.array("clusters")).child("cluster");
            JsonObject user = first(config.array("users")).child("user");
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(
                    withCertificate ? keys(user).getKeyManagers() : null,
                    trust(cluster.textOr("certificate-authority-data", "")).getTrustManagers(),
                    null);
            return new AdminHttp(HttpClient.newBuilder().sslContext(context).build(), cluster.textOr("server", ""));
        } catch (IOException | GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static JsonObject first(@Nullable JsonArray array) {
        if (array == null || array.isEmpty()) {
            throw new AssertionError("the kubeconfig has no entry");
        }
        return array.objects().getFirst();
    }

    private static TrustManagerFactory trust(String base64) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, PASSWORD);
        store.setCertificateEntry("authority", certificate(base64));
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory;
    }

    private static KeyManagerFactory keys(JsonObject user) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, PASSWORD);
        store.setKeyEntry("client", key(user.textOr("client-key-data", "")), PASSWORD, new Certificate[] {
            certificate(user.textOr("client-certificate-data", ""))
        });
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, PASSWORD);
        return factory;
    }

    private static Certificate certificate(String base64) throws GeneralSecurityException {
        return CertificateFactory.getInstance("X.509")
                .generateCertificate(
                        new ByteArrayInputStream(Base64.getDecoder().decode(base64)));
    }

    private static PrivateKey key(String base64) throws IOException {
        String pem = new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
        try (PEMParser parser = new PEMParser(new StringReader(pem))) {
            PEMKeyPair pair = (PEMKeyPair) parser.readObject();
            return new JcaPEMKeyConverter().getPrivateKey(pair.getPrivateKeyInfo());
        }
    }
}
