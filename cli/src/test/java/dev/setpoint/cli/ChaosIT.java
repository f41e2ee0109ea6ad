package dev.setpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.Env;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.base.real.RealEnv;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.Typed;
import dev.setpoint.client.https.HttpsClient;
import dev.setpoint.gallery.Exhibit;
import dev.setpoint.gallery.Gallery;
import dev.setpoint.gallery.Scene;
import dev.setpoint.gallery.Variant;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.Outcome;
import dev.setpoint.server.Server;
import dev.setpoint.server.ServerOptions;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A live server, an operator that reaches it over HTTPS as any other would, and a policy.
class ChaosIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    private Env env;
    private Server server;
    private HttpsClient admin;

    @BeforeEach
    void start() throws IOException {
        env = RealEnv.create("test");
        server = Server.start(new ServerOptions(
                folder.resolve("data"), "127.0.0.1", 0, 0, ServerOptions.StoreKind.MEMORY, Optional.empty()));
        admin = connect("test");
    }

    @AfterEach
    void stop() {
        admin.close();
        env.close();
        server.close();
    }

    @Test
    void aLoopThatComesBackConverges() throws IOException {
        try (HttpsClient client = connect("operator");
                Loops loops = operator(client, false)) {
            loops.start();
            bear("a", "b");
            Ran ran = run("""
                    percent: 30
                    duration: 4s
                    quiet: 6s
                    faults:
                    - {type: EventsLate, longest: 300ms}
                    - {type: EventsTwice}
                    - {type: WatchDropped}
                    - {type: WatchExpired}
                    - {type: StaleRead}
                    - {type: ReadRefused}
                    - {type: SlowAnswer, longest: 100ms}
                    - {type: WriteConflicts}
                    - {type: WriteThrottled}
                    - {type: WriteFails}
                    - {type: TimeoutBeforeCommit}
                    - {type: TimeoutAfterCommit}
                    """);
            assertThat(ran.output)
                    .contains("deleted secrets/default/", "converged, and at rest after")
                    .containsPattern("[1-9]\\d* requests, [1-9]\\d* faults");
            assertThat(ran.exitCode).isZero();
        }
    }

    @Test
    void aLoopThatCallsItDoneWhenItFailsIsFound() throws IOException {
        try (HttpsClient client = connect("operator");
                Loops loops = operator(client, true)) {
            loops.start();
            bear("a");
            Ran ran = run("""
                    percent: 100
                    duration: 2s
                    quiet: 2s
                    faults: [{type: WriteFails, verbs: [patch]}]
                    """);
            assertThat(ran.output).contains("fails \"converges\": secrets default/a: there are 0, and 1 before");
            assertThat(ran.exitCode).isEqualTo(1);
        }
    }

    @Test
    void rivalsAreNamed() throws IOException {
        Exhibit rivals = Gallery.all().stream()
                .filter(exhibit -> exhibit.name().equals("rivals"))
                .findFirst()
                .orElseThrow();
        try (HttpsClient client = connect("operator");
                Loops loops = new Loops(env, client, new Metrics())) {
            rivals.actors().apply(Variant.DEFECTIVE).stream()
                    .flatMap(actor -> actor.controllers().apply(loops).stream())
                    .forEach(loops::add);
            loops.start();
            rivals.scene().steps().stream()
                    .filter(Scene.Act.class::isInstance)
                    .findFirst()
                    .ifPresent(step -> ((Scene.Act) step).change().accept(admin));
            Ran ran = run("""
                    percent: 10
                    duration: 1s
                    quiet: 2s
                    patience: 5s
                    faults: [{type: EventsTwice}]
                    """);
            assertThat(ran.output).contains("fails \"does not oscillate\": configmaps/default/");
            assertThat(ran.exitCode).isEqualTo(1);
        }
    }

    /// A Secret for each ConfigMap of ours.
    private Loops operator(HttpsClient client, boolean swallows) {
        Loops loops = new Loops(env, client, new Metrics());
        loops.add(Controller.of(ConfigMap.class)
                .named("operator")
                .when(change -> change.object().header().labels().containsKey("ours"))
                .owns(Secret.class)
                .reconcile((parent, context) -> {
                    try {
                        context.apply(new SecretBuilder()
                                .withNewMetadata()
                                .withNamespace("default")
                                .withName(parent.getMetadata().getName())
                                .addToLabels("ours", "child")
                                .endMetadata()
                                .build());
                    } catch (ApiException e) {
                        if (!swallows) {
                            throw e;
                        }
                    }
                    return Outcome.DONE;
                }));
        return loops;
    }

    /// Parents, and waits for their children.
    private void bear(String... names) {
        for (String name : names) {
            Typed.of(ConfigMap.class)
                    .over(admin)
                    .create(new ConfigMapBuilder()
                            .withNewMetadata()
                            .withNamespace("default")
                            .withName(name)
                            .addToLabels("ours", "parent")
                            .endMetadata()
                            .build());
        }
        long end = env.monotonicNanos() + PATIENCE.toNanos();
        for (String name : names) {
            while (!exists(name) && env.monotonicNanos() < end) {
                env.sleep(Duration.ofMillis(20));
            }
        }
    }

    private boolean exists(String name) {
        try {
            Typed.of(Secret.class).over(admin).get(new ObjectKey("default", name));
            return true;
        } catch (ApiException e) {
            if (e.error() instanceof ApiError.NotFound) {
                return false;
            }
            throw e;
        }
    }

    private record Ran(int exitCode, String output) {}

    private Ran run(String spec) throws IOException {
        Path file = folder.resolve("policy.yaml");
        Files.writeString(file, """
                apiVersion: chaos.setpoint.dev/v1
                kind: ChaosPolicy
                metadata: {name: trouble}
                spec:
                  client: {userAgent: operator}
                  observe:
                  - {apiVersion: v1, resource: configmaps, namespace: default}
                  - {apiVersion: v1, resource: secrets, namespace: default}
                  disturb:
                    every: 400ms
                    delete: [{apiVersion: v1, resource: secrets, labelSelector: ours=child}]
                """ + spec.indent(2));
        StringWriter output = new StringWriter();
        int exitCode = Setpoint.commandLine()
                .setOut(new PrintWriter(output))
                .execute(
                        "chaos",
                        "run",
                        file.toString(),
                        "--kubeconfig",
                        server.kubeconfig().toString());
        return new Ran(exitCode, output.toString());
    }

    private HttpsClient connect(String userAgent) throws IOException {
        return HttpsClient.connect(env, Config.fromKubeconfig(Files.readString(server.kubeconfig())), userAgent);
    }
}
