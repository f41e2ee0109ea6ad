package dev.setpoint.benchmarks.scenario;

import dev.setpoint.benchmarks.BenchScenario;
import dev.setpoint.benchmarks.Figure;
import dev.setpoint.benchmarks.Goal;
import dev.setpoint.benchmarks.Lab;
import dev.setpoint.benchmarks.load.Clients;
import dev.setpoint.benchmarks.load.Load;
import dev.setpoint.benchmarks.load.LoadCall;
import dev.setpoint.benchmarks.process.Folders;
import dev.setpoint.benchmarks.process.RunningServer;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A large cluster in one JVM of 8 GiB: simulated nodes with heartbeats, and pods that run on them.
public final class ScaleScenario implements BenchScenario {
    private static final int PODS_OF_DEPLOYMENT = 1_000;
    private static final int STEPS = 5;
    private static final int RATE = 100;
    /// Until what follows from the pods' running is written: counts of sets, conditions of Deployments.
    private static final Duration SETTLE = Duration.ofSeconds(30);

    /// Long enough for a third of the nodes to report their status, which each does every five minutes.
    private static final Duration STEADY = Duration.ofSeconds(100);
    private static final Duration CREATING = Duration.ofSeconds(20);
    private static final int GETS = 2_000;
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);
    private static final int MOST_LOOKS = 600;

    /// Leaves room for what is not heap.
    private static final List<String> JAVA_OPTIONS = List.of("-Xmx7g");

    @Override
    public String name() {
        return "scale";
    }

    @Override
    public List<Figure> measure(Lab lab) throws Exception {
        int nodes = lab.size().scaleNodes();
        int pods = lab.size().scalePods();
        lab.say(String.format(Locale.ROOT, "starting %,d nodes", nodes));
        List<Figure> figures = new ArrayList<>();
        RunningServer server = RunningServer.start(Folders.create(), JAVA_OPTIONS, "--nodes", Integer.toString(nodes));
        try {
            try (Rollout rollout = Rollout.on(server, nodes)) {
                figures.addAll(fill(lab, server, rollout, pods));
                lab.say("leaving it alone");
                figures.add(Figure.of(Goal.SCALE_STEADY, steady(server)));
                figures.addAll(busy(lab, server, rollout));
                figures.add(Figure.of(Goal.SCALE_MEMORY, server.usage().residentMegabytes()));
                figures.add(Figure.of(Goal.SCALE_CACHED, cached(server)));
            }
            lab.say("restarting");
            server.stop();
            server = RunningServer.start(server.folder(), JAVA_OPTIONS, "--nodes", Integer.toString(nodes));
            figures.add(Figure.of(Goal.SCALE_RESTART, server.readyAfter().toMillis() / 1e3));
        } finally {
            server.close();
        }
        return figures;
    }

    /// In steps, with a look at each.
    private static List<Figure> fill(Lab lab, RunningServer server, Rollout rollout, int pods) throws Exception {
        int deployments = Math.max(1, pods / PODS_OF_DEPLOYMENT);
        int replicas = Math.min(pods, PODS_OF_DEPLOYMENT);
        int steps = Math.min(STEPS, deployments);
        List<Figure> memory = new ArrayList<>();
        List<Figure> gets = new ArrayList<>();
        List<Figure> costs = new ArrayList<>();
        double seconds = 0;
        int there = 0;
        for (int step = 1; step <= steps; step++) {
            int more = deployments * step / steps - there;
            lab.say(String.format(Locale.ROOT, "filling it with %,d pods", more * replicas));
            Rollout.Result filled = rollout.declare("fill-" + step, more, replicas);
            seconds += more * replicas / filled.runningPerSecond();
            there += more;
            int size = there * replicas;
            costs.add(point("CPU of a pod until it is bound", size, filled.cpuMillis(), "ms"));
            memory.add(point("resident memory", size, server.usage().residentMegabytes(), "MB"));
            gets.add(point("get Pod: p99", size, rollout.p99MillisOfGets(GETS), "ms"));
        }
        List<Figure> figures = new ArrayList<>(memory);
        figures.addAll(gets);
        figures.addAll(costs);
        figures.add(Figure.shown(
                String.format(Locale.ROOT, "%,d pods: Running", there * replicas), there * replicas / seconds, "/s"));
        return figures;
    }

    private static Figure point(String curve, int pods, double value, String unit) {
        return Figure.at(new Figure.Place(curve, pods, "pods"), value, unit);
    }

    private static double steady(RunningServer server) throws InterruptedException {
        Thread.sleep(SETTLE); // A live server in real time: to be left alone is what is measured.
        long before = server.usage().cpuNanos();
        Thread.sleep(STEADY);
        return 100.0 * (server.usage().cpuNanos() - before) / STEADY.toNanos();
    }

    /// What clients see while the cluster is full and more comes in all the time.
    private static List<Figure> busy(Lab lab, RunningServer server, Rollout rollout) throws Exception {
        lab.say("a rollout, gets, and " + RATE + " new pods a second");
        try (Workplace place = Workplace.on(server, "scale", 1);
                Clients reader = Clients.connect(server.endpoint(), 1);
                ExecutorService beside = Executors.newSingleThreadExecutor()) {
            Future<?> creating = beside.submit(() -> {
                create(place);
                return null;
            });
            Rollout.Result thousand = rollout.declare("rollout", 1, PODS_OF_DEPLOYMENT);
            Load gets = new Load(reader.all(), place.usage());
            String pod = place.path("pods") + "/paced-0";
            gets.run(GETS, _ -> LoadCall.get(pod));
            Load.Result read = gets.run(GETS, _ -> LoadCall.get(pod));
            creating.get();
            return List.of(
                    Figure.of(Goal.SCALE_ROLLOUT, PODS_OF_DEPLOYMENT / thousand.runningPerSecond()),
                    Figure.of(Goal.SCALE_RUNNING, runningSeconds(place)),
                    Figure.of(Goal.SCALE_GET, read.p99Millis()));
        }
    }

    /// Of a hundred reads, since the start.
    private static double cached(RunningServer server) throws Exception {
        try (Clients reader = Clients.connect(server.endpoint(), 1)) {
            String metrics = reader.first().call(LoadCall.get("/metrics")).text();
            double cached = reads(metrics, "cache");
            return 100 * cached / (cached + reads(metrics, "server"));
        }
    }

    private static double reads(String metrics, String from) {
        Matcher line = Pattern.compile("^loop_reads_total\\{from=\"" + from + "\"} (\\S+)$", Pattern.MULTILINE)
                .matcher(metrics);
        if (!line.find()) {
            throw new IllegalStateException("the server does not count reads from its " + from);
        }
        return Double.parseDouble(line.group(1));
    }

    private static void create(Workplace place) throws InterruptedException {
        long begin = System.nanoTime();
        for (int i = 0; i < RATE * CREATING.toSeconds(); i++) {
            long due = begin + i * Duration.ofSeconds(1).toNanos() / RATE;
            long early = due - System.nanoTime();
            if (early > 0) {
                Thread.sleep(Duration.ofNanos(early));
            }
            place.clients().first().call(LoadCall.post(place.path("pods"), Samples.runnablePod("paced-" + i)));
        }
    }

    /// As the pods themselves tell it, in whole seconds: when each was created, and when it became ready.
    private static double runningSeconds(Workplace place) throws InterruptedException {
        for (int look = 0; look < MOST_LOOKS; look++) {
            JsonObject list = JsonReader.object(place.clients()
                    .first()
                    .call(LoadCall.get(place.path("pods")))
                    .body());
            List<JsonObject> pods = Objects.requireNonNull(list.array("items")).objects();
            if (pods.stream()
                    .allMatch(pod -> pod.child("status").textOr("phase", "").equals("Running"))) {
                long[] taken =
                        pods.stream().mapToLong(ScaleScenario::seconds).sorted().toArray();
                return taken[(int) (taken.length * 0.99)];
            }
            Thread.sleep(BETWEEN_LOOKS); // A client of a live server, in real time; the looks are bounded.
        }
        throw new IllegalStateException("the new pods did not all run within five minutes");
    }

    private static long seconds(JsonObject pod) {
        Instant created = Instant.parse(pod.child("metadata").textOr("creationTimestamp", ""));
        return Objects.requireNonNull(pod.child("status").array("conditions")).objects().stream()
                .filter(condition -> condition.textOr("type", "").equals("Ready"))
                .map(condition -> Instant.parse(condition.textOr("lastTransitionTime", "")))
                .mapToLong(ready -> Duration.between(created, ready).toSeconds())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("a pod that runs is not ready: " + pod));
    }
}
