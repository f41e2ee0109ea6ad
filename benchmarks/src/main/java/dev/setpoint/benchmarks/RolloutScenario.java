package dev.setpoint.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import dev.setpoint.client.Body;
import dev.setpoint.client.Client;
import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.Target;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.server.Server;
import dev.setpoint.server.ServerOptions;
import dev.setpoint.server.ServerOptions.StoreKind;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// How fast declared pods come to run on a hundred simulated nodes: one Deployment of many replicas, and many
/// Deployments of one. The whole control plane in one JVM, as `./setpoint up` starts it, events and durable store
/// included.
final class RolloutScenario implements Scenario {
    private static final int NODES = 100;
    private static final int WARM_UP = 1_000;
    private static final int REPLICAS = 5_000;
    private static final int DEPLOYMENTS = 10_000;
    private static final double BOUND_GOAL = 1_500;
    private static final double RUNNING_GOAL = 600;
    /// Many Deployments may take twice the time of one.
    private static final double MANY = 0.5;

    /// What the goals are meant for.
    private static final double CORES = 2;

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final GroupVersionResource APPS = new GroupVersionResource("apps", "v1", "deployments");
    private static final String NAMESPACE = "default";

    @Override
    public String name() {
        return "rollout";
    }

    @Override
    public List<Figure> measure() throws Exception {
        Path folder = Files.createTempDirectory("setpoint-bench");
        try (Server server =
                Server.start(new ServerOptions(folder, "127.0.0.1", 0, NODES, StoreKind.SQLITE, Optional.empty()))) {
            Client client = server.controlPlane().client("bench");
            NodeCount.await(client, NODES, PATIENCE);
            measure("warming up", 1, WARM_UP, client);
            List<Figure> figures = new ArrayList<>();
            figures.addAll(figures("1 Deployment of " + REPLICAS, 1, REPLICAS, 1, client));
            figures.addAll(figures(DEPLOYMENTS + " Deployments of 1", DEPLOYMENTS, 1, MANY, client));
            return figures;
        } finally {
            Folders.delete(folder);
        }
    }

    /// @param share of the goals that is asked for
    private static List<Figure> figures(String what, int deployments, int replicas, double share, Client client) {
        Run run = measure(what, deployments, replicas, client);
        int pods = deployments * replicas;
        return List.of(
                Figure.atLeast(what + ": bound", pods / seconds(run.bound), share * BOUND_GOAL, "/s"),
                Figure.atLeast(what + ": Running", pods / seconds(run.running), share * RUNNING_GOAL, "/s"),
                new Figure(
                        what + ": CPU per pod", millis(run.cpu) / pods, CORES * 1000 / (share * RUNNING_GOAL), "ms"));
    }

    private static Run measure(String what, int deployments, int replicas, Client client) {
        System.err.println(what + " ...");
        return roll(client, deployments, replicas);
    }

    private static double millis(Duration duration) {
        return duration.toNanos() / 1e6;
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }

    /// @param bound until the last pod had a node
    /// @param running until the last pod ran
    /// @param cpu of the whole process until then
    private record Run(Duration bound, Duration running, Duration cpu) {}

    /// Declares the Deployments, waits until all of their pods run, and removes everything again.
    private static Run roll(Client client, int deployments, int replicas) {
        try (PodTally tally = PodTally.start(client, NAMESPACE)) {
            long cpuBefore = cpuNanos();
            long begin = System.nanoTime();
            for (int i = 0; i < deployments; i++) {
                client.create(
                        Target.collection(APPS, NAMESPACE),
                        new Body.Tree(deployment("bench-" + i, replicas)),
                        WriteOptions.DEFAULT);
            }
            int pods = deployments * replicas;
            long bound = tally.awaitBound(pods, PATIENCE);
            long running = tally.awaitRunning(pods, PATIENCE);
            long cpu = cpuNanos() - cpuBefore;
            for (int i = 0; i < deployments; i++) {
                client.delete(Target.object(APPS, NAMESPACE, "bench-" + i), DeleteOptions.DEFAULT);
            }
            tally.awaitGone(PATIENCE);
            return new Run(Duration.ofNanos(bound - begin), Duration.ofNanos(running - begin), Duration.ofNanos(cpu));
        }
    }

    private static long cpuNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private static JsonObject deployment(String name, int replicas) {
        JsonObject labels = new JsonObject().put("app", name);
        JsonObject container = new JsonObject()
                .put("name", "web")
                .put("image", "registry.test/web:1")
                .put(
                        "resources",
                        new JsonObject()
                                .put(
                                        "requests",
                                        new JsonObject().put("cpu", "10m").put("memory", "16Mi")));
        return new JsonObject()
                .put("apiVersion", "apps/v1")
                .put("kind", "Deployment")
                .put("metadata", new JsonObject().put("name", name))
                .put(
                        "spec",
                        new JsonObject()
                                .put("replicas", replicas)
                                .put("selector", new JsonObject().put("matchLabels", labels))
                                .put(
                                        "template",
                                        new JsonObject()
                                                .put("metadata", new JsonObject().put("labels", labels.copy()))
                                                .put(
                                                        "spec",
                                                        new JsonObject().put("containers", JsonArray.of(container)))));
    }
}
