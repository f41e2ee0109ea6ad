package dev.setpoint.benchmarks;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// How soon the control plane is there, from a built tree, and what it costs while nobody asks for anything:
/// one node, no workload.
final class StartScenario implements Scenario {
    private static final int STARTS = 5;
    private static final Duration SETTLE = Duration.ofSeconds(10);
    private static final Duration IDLE = Duration.ofSeconds(20);

    @Override
    public String name() {
        return "start";
    }

    @Override
    public List<Figure> measure() throws Exception {
        String launcher = System.getProperty("setpoint.launcher");
        if (launcher == null) {
            throw new IllegalStateException("setpoint.launcher is not set (expected: the path of ./setpoint)");
        }
        RunningServer.start(Path.of(launcher)).close(); // Builds and prepares the cache, if that has yet to be done.
        List<Duration> starts = new ArrayList<>();
        for (int i = 0; i < STARTS - 1; i++) {
            try (RunningServer server = RunningServer.start(Path.of(launcher))) {
                starts.add(server.readyAfter());
            }
        }
        try (RunningServer server = RunningServer.start(Path.of(launcher))) {
            starts.add(server.readyAfter());
            Thread.sleep(SETTLE);
            Duration before = server.cpu();
            Thread.sleep(IDLE);
            double idle = 100.0 * server.cpu().minus(before).toMillis() / IDLE.toMillis();
            starts.sort(null);
            return List.of(
                    new Figure("ready, median of " + STARTS + " first starts", seconds(starts.get(STARTS / 2)), 3, "s"),
                    new Figure("idle CPU of one core", idle, 3, "%"),
                    new Figure("resident memory", server.residentMegabytes(), 400, "MB"));
        }
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1000.0;
    }
}
