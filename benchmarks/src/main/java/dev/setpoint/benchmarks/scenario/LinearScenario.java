package dev.setpoint.benchmarks.scenario;

import dev.setpoint.benchmarks.BenchScenario;
import dev.setpoint.benchmarks.Figure;
import dev.setpoint.benchmarks.Lab;
import dev.setpoint.benchmarks.load.Clients;
import dev.setpoint.benchmarks.load.EventCount;
import dev.setpoint.benchmarks.load.Load;
import dev.setpoint.benchmarks.load.LoadCall;
import dev.setpoint.benchmarks.process.RunningServer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// Whether twice as much costs more than twice: list, watch, schedule and restart over four doublings each, in CPU.
public final class LinearScenario implements BenchScenario {
    private static final int DOUBLINGS = 4;
    private static final int LISTS = 20;
    private static final int EVENTS = 50;
    private static final int WATCHES_OF_ONE = 10;
    /// Room for all pods of the last schedule.
    private static final int NODES = 250;
    private static final String MERGE = "application/merge-patch+json";

    @Override
    public String name() {
        return "linear";
    }

    @Override
    public List<Figure> measure(Lab lab) throws Exception {
        List<Figure> figures = new ArrayList<>();
        figures.addAll(lists(lab));
        figures.addAll(watches(lab));
        figures.addAll(schedules(lab));
        figures.addAll(restarts(lab));
        return figures;
    }

    private static int[] doublings(int first) {
        return IntStream.rangeClosed(0, DOUBLINGS).map(power -> first << power).toArray();
    }

    private static List<Figure> lists(Lab lab) throws Exception {
        Curve curve = new Curve("list: CPU", "pods", "ms");
        try (Workplace place = Workplace.on(lab, "linear-list", Lab.CLIENTS);
                Clients one = Clients.connect(lab.server().endpoint(), 1)) {
            Load load = new Load(one.all(), place.usage());
            int there = 0;
            for (int pods : doublings(lab.size().linear())) {
                lab.say("list of " + pods + " pods");
                place.fill(there, pods);
                there = pods;
                lab.warmUp(place.usage(), () -> {
                    load.run(LISTS, _ -> LoadCall.get(place.path("pods")));
                });
                curve.at(
                        pods,
                        load.run(LISTS, _ -> LoadCall.get(place.path("pods"))).cpuMicros() / 1e3);
            }
        }
        return curve.figures();
    }

    private static List<Figure> watches(Lab lab) throws Exception {
        Curve curve = new Curve("one write to all watchers: CPU", "watchers", "ms");
        try (Workplace place = Workplace.on(lab, "linear-watch", 1)) {
            place.fill(0, 1);
            for (int watchers : doublings(lab.size().linear() / 10)) {
                lab.say(watchers + " watchers");
                curve.at(watchers, watch(lab, place, watchers));
            }
        }
        return curve.figures();
    }

    private static double watch(Lab lab, Workplace place, int watchers) throws Exception {
        EventCount seen = EventCount.ofModified();
        try (Clients clients = Clients.connect(lab.server().endpoint(), Math.max(1, watchers / WATCHES_OF_ONE))) {
            for (int i = 0; i < watchers; i++) {
                clients.all().get(i % clients.all().size()).watch(place.path("pods") + "?watch=true", seen);
            }
            lab.warmUp(place.usage(), () -> {
                write(place, seen, watchers);
            });
            long before = place.usage().cpuNanos();
            write(place, seen, watchers);
            return (place.usage().cpuNanos() - before) / 1e6 / EVENTS;
        }
    }

    private static void write(Workplace place, EventCount seen, int watchers) throws InterruptedException {
        for (int i = 0; i < EVENTS; i++) {
            place.clients()
                    .first()
                    .call(LoadCall.patch(
                            place.path("pods") + "/pod-0",
                            MERGE,
                            "{\"metadata\":{\"annotations\":{\"bench\":\"" + System.nanoTime() + "\"}}}"));
            seen.await(watchers);
        }
    }

    /// All on the same nodes, each time after the last pods are gone.
    private static List<Figure> schedules(Lab lab) throws Exception {
        Curve curve = new Curve("schedule: CPU until bound", "pods", "ms");
        try (RunningServer server = RunningServer.start("--nodes", Integer.toString(NODES));
                Rollout rollout = Rollout.on(server, NODES)) {
            rollout.roll("warm", 1, lab.size().linear());
            for (int pods : doublings(lab.size().linear() / 2)) {
                lab.say("schedule " + pods + " pods");
                curve.at(pods, rollout.roll("pods-" + pods, 1, pods).cpuMillis() * pods);
            }
        }
        return curve.figures();
    }

    /// With the objects of the restarts before it, and as many again.
    private static List<Figure> restarts(Lab lab) throws Exception {
        Curve curve = new Curve("restart: CPU until ready", "pods", "ms");
        RunningServer server = RunningServer.start("--nodes", "0");
        try {
            int there = 0;
            for (int pods : doublings(lab.size().linear())) {
                lab.say("restart with " + pods + " pods");
                try (Workplace place = Workplace.on(server, "pods-" + pods, Lab.CLIENTS)) {
                    place.fill(there, pods);
                }
                there = pods;
                server.stop();
                server = RunningServer.start(server.folder(), "--nodes", "0");
                curve.at(pods, server.usage().cpuNanos() / 1e6);
            }
        } finally {
            server.close();
        }
        return curve.figures();
    }
}
