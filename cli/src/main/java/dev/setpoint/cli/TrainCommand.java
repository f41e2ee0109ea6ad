package dev.setpoint.cli;

import dev.setpoint.apiserver.authn.Pki;
import dev.setpoint.apiserver.authn.TlsContext;
import dev.setpoint.base.Env;
import dev.setpoint.base.real.RealEnv;
import dev.setpoint.server.Server;
import dev.setpoint.server.ServerOptions;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/// Starts a control plane in a folder of its own, uses it as people do in their first minute, and ends. The
/// launcher runs it once after a build, so that the JVM can keep what it loaded and start faster from then
/// on.
@Command(name = "train", hidden = true, description = "Uses a control plane a little, for the cache of classes.")
final class TrainCommand implements Callable<Integer> {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";
    private static final String DEPLOYMENT = """
            {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"train"},"spec":{"replicas":2,
             "selector":{"matchLabels":{"app":"train"}},"template":{"metadata":{"labels":{"app":"train"}},
             "spec":{"containers":[{"name":"c","image":"i"}]}}}}""";
    private static final String TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json";
    private static final List<String> READS = List.of(
            "/version",
            "/readyz",
            "/api",
            "/apis",
            "/api/v1",
            "/openapi/v3",
            "/api/v1/nodes",
            "/api/v1/pods?limit=500",
            "/api/v1/events");

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("setpoint-train");
        try (Env env = RealEnv.create("train")) {
            use(env, folder);
        } finally {
            delete(folder);
        }
        return 0;
    }

    private static void use(Env env, Path folder) throws IOException, InterruptedException {
        ServerOptions options =
                new ServerOptions(folder, "127.0.0.1", 0, 1, ServerOptions.StoreKind.SQLITE, Optional.empty());
        try (Server server = Server.start(options);
                HttpClient client = client(env, folder)) {
            URI base = URI.create("https://127.0.0.1:" + server.port());
            for (String path : READS) {
                send(client, HttpRequest.newBuilder(base.resolve(path)));
                send(client, HttpRequest.newBuilder(base.resolve(path)).header("Accept", TABLE));
            }
            send(
                    client,
                    HttpRequest.newBuilder(base.resolve(DEPLOYMENTS))
                            .header("Content-Type", "application/json")
                            .POST(BodyPublishers.ofString(DEPLOYMENT)));
            awaitAvailable(env, client, base.resolve(DEPLOYMENTS + "/train"));
            send(
                    client,
                    HttpRequest.newBuilder(base.resolve(DEPLOYMENTS + "/train")).DELETE());
        }
    }

    private static void awaitAvailable(Env env, HttpClient client, URI deployment)
            throws IOException, InterruptedException {
        long end = env.monotonicNanos() + PATIENCE.toNanos();
        while (!send(client, HttpRequest.newBuilder(deployment)).contains("\"availableReplicas\":2")) {
            if (env.monotonicNanos() > end) {
                throw new IOException("the deployment did not become available within " + PATIENCE);
            }
            env.sleep(Duration.ofMillis(50));
        }
    }

    private static String send(HttpClient client, HttpRequest.Builder request)
            throws IOException, InterruptedException {
        HttpResponse<String> answer = client.send(request.timeout(PATIENCE).build(), BodyHandlers.ofString());
        if (answer.statusCode() >= 300) {
            throw new IOException(answer.request().uri() + ": " + answer.statusCode() + " " + answer.body());
        }
        return answer.body();
    }

    private static HttpClient client(Env env, Path folder) throws IOException {
        SecureRandom random = new SecureRandom();
        Pki pki = Pki.open(folder.resolve("pki"), List.of(), env.wallTime(), random);
        return HttpClient.newBuilder()
                .sslContext(
                        TlsContext.of(Optional.of(pki.admin()), pki.authority().certificate(), random))
                .build();
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
