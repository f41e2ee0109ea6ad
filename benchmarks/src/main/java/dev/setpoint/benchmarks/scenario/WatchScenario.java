package dev.setpoint.benchmarks.scenario;

import dev.setpoint.benchmarks.BenchScenario;
import dev.setpoint.benchmarks.Figure;
import dev.setpoint.benchmarks.Figure.Yardstick;
import dev.setpoint.benchmarks.Goal;
import dev.setpoint.benchmarks.Lab;
import dev.setpoint.benchmarks.load.Clients;
import dev.setpoint.benchmarks.load.Connection;
import dev.setpoint.benchmarks.load.EventCount;
import dev.setpoint.benchmarks.load.LoadCall;
import dev.setpoint.benchmarks.process.Endpoint;
import dev.setpoint.benchmarks.process.ProcessUsage;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;

/// One write after the other, each of which all watchers have to see before the next.
///
/// Each of 200 watchers has a connection of its own, as those on 200 nodes have; of more, ten share one.
public final class WatchScenario implements BenchScenario {
    private static final int FEW = 200;
    private static final int SHARED = 10;
    private static final String MERGE = "application/merge-patch+json";

    @Override
    public String name() {
        return "watch";
    }

    @Override
    public List<Figure> measure(Lab lab) throws Exception {
        try (Workplace place = Workplace.on(lab, "watch", 1)) {
            place.fill(0, 1);
            String pods = place.path("pods");
            byte[] event = event(
                    place.clients().first().call(LoadCall.get(pods + "/pod-0")).body());
            List<Figure> figures = new ArrayList<>();
            for (int watchers : List.of(FEW, lab.size().manyWatchers())) {
                lab.say(watchers + " watchers");
                int connections = watchers == FEW ? FEW : watchers / SHARED;
                FanOut ours = fanOut(
                        lab,
                        new Watched(lab.server().endpoint(), place.usage(), pods + "?watch=true&resourceVersion=0"),
                        watchers,
                        connections,
                        number -> LoadCall.patch(
                                pods + "/pod-0",
                                MERGE,
                                "{\"metadata\":{\"annotations\":{\"bench\":\"" + number + "\"}}}"));
                FanOut bare = fanOut(
                        lab,
                        new Watched(lab.bare().endpoint(), lab.bare().usage(), "/watch"),
                        watchers,
                        connections,
                        _ -> LoadCall.post("/event", event));
                figures.addAll(watchers == FEW ? few(ours, bare) : many(watchers, ours, bare));
            }
            return figures;
        }
    }

    private static List<Figure> few(FanOut ours, FanOut bare) {
        return List.of(
                Figure.of(Goal.EVENT, ours.cpuMicros, new Yardstick("bare handler", bare.cpuMicros)),
                Figure.of(Goal.SEEN, ours.p50Millis, new Yardstick("bare handler", bare.p50Millis)),
                Figure.of(Goal.CUT_OFF, ours.cutOff));
    }

    private static List<Figure> many(int watchers, FanOut ours, FanOut bare) {
        String of = String.format(Locale.ROOT, "%,d watchers", watchers);
        return List.of(
                Figure.shown(
                        "one event to one of " + of + ": CPU",
                        ours.cpuMicros,
                        "us",
                        new Yardstick("bare handler", bare.cpuMicros)),
                Figure.shown(
                        "write seen by all of " + of + ": p50",
                        ours.p50Millis,
                        "ms",
                        new Yardstick("bare handler", bare.p50Millis)),
                Figure.shown("  cut off", ours.cutOff, ""));
    }

    private record Watched(Endpoint endpoint, ProcessUsage usage, String path) {}

    /// @param cpuMicros of the server for one event to one watcher, the write included
    private record FanOut(double cpuMicros, double p50Millis, int cutOff) {}

    private static FanOut fanOut(Lab lab, Watched watched, int watchers, int connections, IntFunction<LoadCall> writes)
            throws Exception {
        EventCount seen = EventCount.ofModified();
        try (Clients clients = Clients.connect(watched.endpoint, connections);
                Clients writer = Clients.connect(watched.endpoint, 1)) {
            for (int i = 0; i < watchers; i++) {
                clients.all().get(i % connections).watch(watched.path, seen);
            }
            int events = lab.size().events();
            lab.warmUp(watched.usage, () -> {
                write(writer.first(), seen, watchers, events, writes);
            });
            long before = watched.usage.cpuNanos();
            long[] times = write(writer.first(), seen, watchers, events, writes);
            double cpu = (watched.usage.cpuNanos() - before) / 1e3 / ((double) events * watchers);
            Arrays.sort(times);
            return new FanOut(cpu, times[events / 2] / 1e6, seen.cutOff());
        }
    }

    private static long[] write(
            Connection writer, EventCount seen, int watchers, int events, IntFunction<LoadCall> writes)
            throws InterruptedException {
        long[] times = new long[events];
        long base = System.nanoTime(); // No two writes are alike, not even those of different runs.
        for (int i = 0; i < events; i++) {
            long begin = System.nanoTime();
            writer.call(writes.apply((int) (base + i)));
            seen.await(watchers);
            times[i] = System.nanoTime() - begin;
        }
        return times;
    }

    /// As the server sends it.
    private static byte[] event(byte[] pod) {
        ByteArrayOutputStream event = new ByteArrayOutputStream();
        event.writeBytes("{\"type\":\"MODIFIED\",\"object\":".getBytes(StandardCharsets.UTF_8));
        event.write(pod, 0, pod.length - 1); // Without its line end.
        event.writeBytes("}\n".getBytes(StandardCharsets.UTF_8));
        return event.toByteArray();
    }
}
