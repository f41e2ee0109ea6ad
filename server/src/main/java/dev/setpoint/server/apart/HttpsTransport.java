package dev.setpoint.server.apart;

import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.base.Env;
import dev.setpoint.client.DecodedObjects;
import dev.setpoint.client.https.HttpsClient;
import dev.setpoint.server.process.ClientFactory;
import dev.setpoint.server.process.Transport;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.http.HttpClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The way to an API server over HTTPS, as a kubeconfig describes it. For itself a process shows what the kubeconfig
/// gives it; for a service account, a token that it asks for as itself.
///
/// Tokens travel on connections of their own, which show no certificate: a server takes a certificate for more.
public final class HttpsTransport implements Transport, AutoCloseable {
    private final String userAgent;
    private final String server;
    private final HttpClient own;
    private final HttpClient bare;
    /// Of all clients together: one process, one budget.
    private final DecodedObjects decoded = DecodedObjects.ofHeap();
    /// By account.
    private final Map<String, AccountTokens> tokens = new ConcurrentHashMap<>();

    private HttpsTransport(Config config, Config anonymous, String userAgent) {
        this.userAgent = userAgent;
        this.server = config.getMasterUrl().replaceFirst("/$", "");
        this.own = HttpsClient.http(config, userAgent);
        this.bare = HttpsClient.http(anonymous, userAgent);
    }

    /// @param kubeconfig with its server, and with whoever its current context names
    /// @throws IOException in one line for people, when it is not there or not a kubeconfig
    public static HttpsTransport open(Path kubeconfig, String userAgent) throws IOException {
        if (!Files.isRegularFile(kubeconfig)) {
            throw new IOException(kubeconfig + ": no such file; the server writes it (expected: a kubeconfig)");
        }
        Config config;
        try {
            config = Config.fromKubeconfig(kubeconfig.toFile());
        } catch (RuntimeException e) {
            throw new IOException(kubeconfig + " is not a kubeconfig: " + firstLine(e), e);
        }
        boolean names = Files.readString(kubeconfig).contains("server:") && config.getCurrentContext() != null;
        if (!names) {
            throw new IOException(kubeconfig + " names no server (expected: a kubeconfig with a current context)");
        }
        try {
            return new HttpsTransport(config, withoutCredentials(config), userAgent);
        } catch (RuntimeException e) {
            throw new IOException(kubeconfig + " cannot be used: " + firstLine(e), e);
        }
    }

    private static Config withoutCredentials(Config config) {
        return new ConfigBuilder(Config.empty())
                .withMasterUrl(config.getMasterUrl())
                .withCaCertData(config.getCaCertData())
                .withCaCertFile(config.getCaCertFile())
                .withTrustCerts(config.isTrustCerts())
                .withHttpsProxy(config.getHttpsProxy())
                .build();
    }

    private static String firstLine(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        String message = cause.getMessage();
        return message == null ? cause.toString() : message.lines().findFirst().orElse("");
    }

    public String server() {
        return server;
    }

    @Override
    public ClientFactory of(Env process, String agent) {
        if (!agent.equals(userAgent)) {
            throw new IllegalArgumentException(agent + " (expected: " + userAgent + ")");
        }
        HttpsClient self = new HttpsClient(process, own, server, agent, decoded);
        HttpsClient unnamed = new HttpsClient(process, bare, server, agent, decoded);
        return user -> {
            Optional<User.Account> account = User.account(user.name());
            return account.isEmpty() ? self : unnamed.showing(tokens(process, self, account.get()));
        };
    }

    private AccountTokens tokens(Env process, HttpsClient self, User.Account account) {
        return tokens.computeIfAbsent(
                account.namespace() + "/" + account.name(),
                _ -> new AccountTokens(process, self, account.namespace(), account.name()));
    }

    @Override
    public void close() {
        own.close();
        bare.close();
        decoded.close();
    }
}
