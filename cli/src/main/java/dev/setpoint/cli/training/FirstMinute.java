package dev.setpoint.cli.training;

import dev.setpoint.base.Env;
import dev.setpoint.base.Task;
import dev.setpoint.base.TaskKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;

/// Uses a cluster over HTTPS as people and their controllers do: looks around, writes and reads objects in every
/// way, watches, and rolls out a Deployment.
public final class FirstMinute {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(50);
    private static final int REPLICAS = 200;
    private static final int ROUNDS = 100;
    private static final String JSON = "application/json";
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
            "/api/v1/events?limit=500");
    private static final String DEPLOYMENT = "/apis/apps/v1/namespaces/default/deployments/train";
    private static final String CONFIGURATION = "/api/v1/namespaces/default/configmaps/";
    private static final String WATCH = "/api/v1/pods?watch=true&timeoutSeconds=5";

    private final Env env;
    private final HttpClient client;
    private final URI server;

    public FirstMinute(Env env, HttpClient client, URI server) {
        this.env = env;
        this.client = client;
        this.server = server;
    }

    public void pass() throws IOException, InterruptedException {
        Task watch = env.start("watch", TaskKind.LIGHT, this::watch);
        lookAround();
        write();
        rollOut();
        lookAround();
        send(request("/api/v1/namespaces/default/configmaps").DELETE());
        watch.join(PATIENCE);
    }

    private void watch() {
        try {
            send(request(WATCH));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void lookAround() throws IOException, InterruptedException {
        for (String path : READS) {
            send(request(path));
            send(request(path).header("Accept", TABLE));
        }
    }

    private void write() throws IOException, InterruptedException {
        for (int i = 0; i < ROUNDS; i++) {
            String configuration = """
                    {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"train-%d","labels":{"app":"train"}},
                     "data":{"round":"%d"}}""".formatted(i, i);
            send(with("POST", "/api/v1/namespaces/default/configmaps", JSON, configuration));
            String path = CONFIGURATION + "train-" + i;
            send(with("PATCH", path, "application/merge-patch+json", "{\"data\":{\"merged\":\"yes\"}}"));
            send(with(
                    "PATCH",
                    path,
                    "application/strategic-merge-patch+json",
                    "{\"metadata\":{\"labels\":{\"merged\":\"yes\"}}}"));
            send(with("PATCH", path + "?fieldManager=train&force=true", "application/apply-patch+yaml", configuration));
            send(with("PUT", path, JSON, send(request(path))));
        }
    }

    private void rollOut() throws IOException, InterruptedException {
        String deployment = """
                {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"train"},"spec":{"replicas":%d,
                 "selector":{"matchLabels":{"app":"train"}},"template":{"metadata":{"labels":{"app":"train"}},
                 "spec":{"containers":[{"name":"c","image":"i","resources":{"requests":{"cpu":"10m"}}}]}}}}""".formatted(REPLICAS);
        send(with("PATCH", DEPLOYMENT + "?fieldManager=train", "application/apply-patch+yaml", deployment));
        long end = env.monotonicNanos() + PATIENCE.toNanos();
        while (!send(request(DEPLOYMENT)).contains("\"availableReplicas\":" + REPLICAS)) {
            if (env.monotonicNanos() > end) {
                throw new IOException("the deployment did not become available within " + PATIENCE);
            }
            env.sleep(POLL);
        }
        send(request("/api/v1/namespaces/default/pods?labelSelector=app%3Dtrain"));
        send(request(DEPLOYMENT).DELETE());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(server.resolve(path));
    }

    private HttpRequest.Builder with(String method, String path, String type, String body) {
        return request(path).header("Content-Type", type).method(method, BodyPublishers.ofString(body));
    }

    private String send(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> answer = client.send(request.timeout(PATIENCE).build(), BodyHandlers.ofString());
        if (answer.statusCode() >= 300) {
            throw new IOException(answer.request().uri() + ": " + answer.statusCode() + " " + answer.body());
        }
        return answer.body();
    }
}
