package dev.setpoint.apiserver.http;

import dev.setpoint.apiserver.authn.CertificateAuthenticator;
import dev.setpoint.apiserver.authn.Credential;
import dev.setpoint.apiserver.authn.Pki;
import dev.setpoint.apiserver.authn.TlsContext;
import dev.setpoint.apiserver.authz.Attributes;
import dev.setpoint.apiserver.authz.Authorizer;
import dev.setpoint.apiserver.pipeline.Documents;
import dev.setpoint.apiserver.pipeline.Pipeline;
import dev.setpoint.apiserver.stages.Places;
import dev.setpoint.apiserver.stages.Stages;
import dev.setpoint.base.Env;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.base.real.RealEnv;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/// A server on a real port, with its own authority, in front of a pipeline that tests script.
final class TestServer implements AutoCloseable {
    static final List<String> HOSTS = List.of("localhost", "127.0.0.1");

    /// Everybody reads `/healthz`; the administrator may do everything.
    private static final Authorizer AUTHORIZER = Authorizer.firstOf(List.of(
            Authorizer.masters(),
            attributes -> attributes instanceof Attributes.OfPath(var _, var _, var path) && path.equals("/healthz")
                    ? new Authorizer.Decision.Allowed("")
                    : new Authorizer.Decision.NoOpinion("")));

    final Env env = RealEnv.create("http-test");
    final ScriptedPipeline pipeline = new ScriptedPipeline();
    final Pki pki;
    private final HttpServer server;

    TestServer(Path folder, Limits limits, Documents documents) throws IOException {
        pki = Pki.open(folder, HOSTS, env.wallTime(), new SecureRandom());
        server = HttpServer.start(
                new HttpServer.Options("127.0.0.1", 0, limits), stages(documents), () -> pki, new SecureRandom(), env);
    }

    private Pipeline stages(Documents documents) {
        return new Stages(new Stages.Parts(
                        Optional.empty(),
                        new Metrics(),
                        _ -> true,
                        new CertificateAuthenticator(),
                        env::wallTime,
                        AUTHORIZER,
                        Places.Limits.DEFAULT,
                        pipeline))
                .outside(documents, UnaryOperator.identity());
    }

    int port() {
        return server.port();
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + port() + path))
                .timeout(Duration.ofSeconds(30));
    }

    HttpClient admin(HttpClient.Version version) {
        return client(version, Optional.of(pki.admin()));
    }

    HttpClient client(HttpClient.Version version, Optional<Credential> credential) {
        return HttpClient.newBuilder()
                .version(version)
                .sslContext(context(credential))
                .build();
    }

    /// A connection on which the test writes every byte itself.
    ///
    /// @param protocols to choose from
    Socket socket(String... protocols) throws IOException {
        return socket(Optional.of(pki.admin()), protocols);
    }

    /// @param credential of the client; one without is anonymous
    Socket socket(Optional<Credential> credential, String... protocols) throws IOException {
        SSLSocket socket = (SSLSocket) context(credential).getSocketFactory().createSocket("127.0.0.1", port());
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setApplicationProtocols(protocols);
        socket.setSSLParameters(parameters);
        socket.setSoTimeout(20_000);
        return socket;
    }

    void stop(Duration deadline) {
        server.stop(deadline);
    }

    @Override
    public void close() {
        server.stop(Duration.ofSeconds(5));
        env.close();
    }

    private SSLContext context(Optional<Credential> credential) {
        return TlsContext.of(credential, pki.authority().certificate(), new SecureRandom());
    }
}
