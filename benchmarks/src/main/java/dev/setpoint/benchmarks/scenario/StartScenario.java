package dev.setpoint.benchmarks.scenario;

import dev.setpoint.benchmarks.BenchScenario;
import dev.setpoint.benchmarks.Figure;
import dev.setpoint.benchmarks.Goal;
import dev.setpoint.benchmarks.Lab;
import dev.setpoint.benchmarks.process.Folders;
import dev.setpoint.benchmarks.process.JavaCommand;
import dev.setpoint.benchmarks.process.RunningServer;
import dev.setpoint.benchmarks.process.ServerProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// How soon the control plane is there, from a built tree, and what it costs while nobody asks for anything:
/// one node, no workload.
public final class StartScenario implements BenchScenario {
    private static final int STARTS = 5;
    /// Until then the compiler is still busy with what the start has made hot.
    private static final Duration SETTLE = Duration.ofMinutes(2);
    private static final Duration IDLE = Duration.ofSeconds(20);

    @Override
    public String name() {
        return "start";
    }

    @Override
    public List<Figure> measure(Lab lab) throws Exception {
        RunningServer.start().close(); // Builds and prepares the cache, if that has yet to be done.
        List<Duration> starts = new ArrayList<>();
        for (int i = 0; i < STARTS - 1; i++) {
            try (RunningServer server = RunningServer.start()) {
                starts.add(server.readyAfter());
            }
        }
        try (RunningServer server = RunningServer.start()) {
            starts.add(server.readyAfter());
            Thread.sleep(SETTLE);
            long before = server.usage().cpuNanos();
            Thread.sleep(IDLE);
            double idle = 100.0 * (server.usage().cpuNanos() - before) / IDLE.toNanos();
            starts.sort(null);
            return List.of(
                    Figure.of(Goal.READY, starts.get(STARTS / 2).toMillis() / 1000.0),
                    Figure.of(Goal.SECOND_CLUSTER, secondClusterMillis()),
                    Figure.of(Goal.IDLE, idle),
                    Figure.of(Goal.MEMORY, server.usage().residentMegabytes()));
        }
    }

    private static double secondClusterMillis() throws Exception {
        ProcessBuilder command = JavaCommand.of(SecondCluster.class);
        try (ServerProcess process = ServerProcess.start(command, Folders.create(), SecondCluster::isAnswer)) {
            return SecondCluster.millis(process.readyLine());
        }
    }
}
