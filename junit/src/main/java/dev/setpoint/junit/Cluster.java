package dev.setpoint.junit;

import dev.setpoint.apiserver.ApiServer;
import dev.setpoint.apiserver.authn.Kubeconfig;
import dev.setpoint.apiserver.authn.Pki;
import dev.setpoint.apiserver.http.HttpServer;
import dev.setpoint.apiserver.http.Limits;
import dev.setpoint.apiserver.http.LocalCalls;
import dev.setpoint.apiserver.pipeline.Pipeline;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.base.Env;
import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.base.real.RealEnv;
import dev.setpoint.client.Client;
import dev.setpoint.junit.fabric8.LocalHttpFactory;
import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.server.ServedDocuments;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.http.HttpClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A whole Kubernetes cluster in this JVM, for as long as a test needs it.
///
///     try (Cluster cluster = Cluster.start()) {
///         cluster.client().resource(deployment).create();
///         cluster.clock().advanceUntil(Duration.ofMinutes(1), () -> isReady(cluster.client()));
///     }
///
/// Clusters know nothing of one another. With JUnit, [ControlPlane] starts and closes them.
public final class Cluster implements AutoCloseable {
    private static final Duration STOP = Duration.ofSeconds(2);
    private static final String ADDRESS = "127.0.0.1";

    private final Env real = RealEnv.create("cluster");
    private final TestWorld world;
    private final Drive drive;
    private final Clock clock;
    private final Pipeline pipeline;
    private @Nullable KubernetesClient client;
    private @Nullable HttpServer http;
    private @Nullable Path folder;

    private Cluster(int nodes, Optional<Instant> start) {
        this.world = TestWorld.begin(nodes, start.orElseGet(real::wallTime));
        this.drive = new Drive(real, world.env);
        this.clock = new Clock(drive);
        ApiServer apiServer = world.plane.apiServer();
        this.pipeline = apiServer.outside(
                ServedDocuments.of(world.plane, nodes), inside -> new OutsidePipeline(inside, drive, real));
        drive.start();
    }

    /// With one node, beginning now.
    public static Cluster start() {
        return start(1);
    }

    public static Cluster start(int nodes) {
        return new Cluster(nodes, Optional.empty());
    }

    /// @param time with which the cluster's clock begins
    public static Cluster start(int nodes, Instant time) {
        return new Cluster(nodes, Optional.of(time));
    }

    // ---- clients -----------------------------------------------------------------------------------------------

    /// fabric8's client, as an administrator, in the namespace `default`. Without a socket.
    public synchronized KubernetesClient client() {
        if (client == null) {
            client = new KubernetesClientBuilder()
                    .withConfig(config())
                    .withHttpClientFactory(httpClientFactory())
                    .build();
        }
        return client;
    }

    /// For clients that are to be configured otherwise; [#config] goes with it.
    public HttpClient.Factory httpClientFactory() {
        User admin = User.of(Pki.ADMIN, User.MASTERS, User.AUTHENTICATED);
        return new LocalHttpFactory(real, new LocalCalls(pipeline, admin, real));
    }

    /// Of a client without a socket. Nothing in it comes from files or the environment.
    public static Config config() {
        return new ConfigBuilder(Config.empty())
                .withMasterUrl("https://cluster.test")
                .withNamespace("default")
                .build();
    }

    /// A file with which programs in other processes find this cluster, kubectl for one. The server that they find
    /// is started with the first call.
    public synchronized Path kubeconfig() {
        try {
            if (folder == null) {
                folder = Files.createTempDirectory("setpoint-cluster");
            }
            Path file = folder.resolve("kubeconfig");
            if (http == null) {
                http = HttpServer.start(
                        new HttpServer.Options(ADDRESS, 0, Limits.DEFAULT),
                        pipeline,
                        TestKeys::pki,
                        TestKeys.RANDOM,
                        real.child("http"));
                Kubeconfig.admin("https://" + ADDRESS + ":" + http.port(), TestKeys.pki())
                        .write(file);
            }
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    // ---- the world ---------------------------------------------------------------------------------------------

    public Clock clock() {
        return clock;
    }

    /// Runs controllers in the cluster, as a process of its own: they live by the cluster's clock.
    public void run(String process, Controller<?>... controllers) {
        BatonEnv env = world.env.child(process);
        User user = User.of("system:" + process, User.MASTERS, User.AUTHENTICATED);
        Client its = world.plane.transport().of(env, process).as(user);
        Loops loops = new Loops(env, its, new Metrics());
        List.of(controllers).forEach(loops::add);
        loops.start();
        drive.nudge();
    }

    /// Lets the containers of a pod end with an error, now and whenever they are started again.
    public void fail(Pod pod) {
        client().pods()
                .resource(pod)
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"metadata\":{\"annotations\":{\"sim.setpoint.dev/exit-code\":\"1\"}}}");
    }

    /// The node says nothing any more, and its pods stand still, as if its machine had lost its network.
    public void stopNode(String name) {
        world.env.freeze(world.node(name));
    }

    /// The node is back.
    public void resumeNode(String name) {
        world.env.thaw(world.node(name));
        drive.nudge();
    }

    @Override
    public synchronized void close() {
        if (client != null) {
            client.close();
        }
        if (http != null) {
            http.stop(STOP);
        }
        drive.close();
        world.close();
        real.close();
        if (folder != null) {
            try {
                TestKeys.delete(folder);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
