package dev.setpoint.benchmarks.scenario;

import dev.setpoint.benchmarks.Figure;
import dev.setpoint.benchmarks.Goal;
import dev.setpoint.benchmarks.Lab;
import dev.setpoint.benchmarks.Scenario;
import dev.setpoint.benchmarks.load.Call;
import dev.setpoint.benchmarks.load.EventCount;
import dev.setpoint.benchmarks.process.RunningServer;
import java.util.List;
import java.util.Locale;

/// How fast declared pods come to run on a hundred simulated nodes: one Deployment of many replicas, and many
/// Deployments of one.
public final class RolloutScenario implements Scenario {
    private static final int NODES = 100;
    private static final int WARM_UP = 1_000;
    private static final int FEW = 2_000;
    private static final int MANY = 5_000;

    @Override
    public String name() {
        return "rollout";
    }

    @Override
    public List<Figure> measure(Lab lab) throws Exception {
        try (RunningServer server = RunningServer.start("--nodes", Integer.toString(NODES));
                Workplace place = Workplace.on(server, "rollout", 4)) {
            awaitNodes(place);
            for (int i = 0; i < 2; i++) {
                roll(lab, place, "warm-" + i, 1, WARM_UP);
            }
            Run few = roll(lab, place, "few", 1, FEW);
            Run many = roll(lab, place, "many", 1, MANY);
            Run singles = roll(lab, place, "single", MANY, 1);
            return List.of(
                    Figure.of(Goal.BOUND, few.boundPerSecond),
                    Figure.of(Goal.BOUND_CPU, few.cpuMillis),
                    Figure.shown("  Running", few.runningPerSecond, "/s"),
                    Figure.of(Goal.BOUND_MANY, many.boundPerSecond / few.boundPerSecond),
                    Figure.shown("5,000 replicas bound: rate", many.boundPerSecond, "/s"),
                    Figure.shown("  CPU per pod", many.cpuMillis, "ms"),
                    Figure.shown("  Running", many.runningPerSecond, "/s"),
                    Figure.shown("5,000 Deployments of 1 bound: rate", singles.boundPerSecond, "/s"),
                    Figure.shown("  CPU per pod", singles.cpuMillis, "ms"),
                    Figure.shown("  Running", singles.runningPerSecond, "/s"));
        }
    }

    private static void awaitNodes(Workplace place) throws InterruptedException {
        EventCount nodes = EventCount.ofAdded();
        place.clients().first().watch("/api/v1/nodes?watch=true", nodes);
        nodes.await(NODES);
    }

    /// @param cpuMillis of the server for each pod until the last was bound
    private record Run(double boundPerSecond, double runningPerSecond, double cpuMillis) {}

    /// Declares the Deployments, waits until all of their pods run, and removes everything again.
    private static Run roll(Lab lab, Workplace place, String name, int deployments, int replicas) throws Exception {
        lab.say(String.format(Locale.ROOT, "%d Deployments of %d", deployments, replicas));
        EventCount bound = EventCount.ofAdded();
        EventCount running = EventCount.ofAdded();
        EventCount gone = EventCount.ofDeleted();
        String watch = place.path("pods") + "?watch=true&fieldSelector=";
        place.clients().all().get(1).watch(watch + "spec.nodeName%21%3D", bound);
        place.clients().all().get(2).watch(watch + "status.phase%3DRunning", running);
        place.clients().all().get(3).watch(watch + "metadata.namespace%3Drollout", gone);
        int pods = deployments * replicas;
        long cpuBefore = place.usage().cpuNanos();
        long begin = System.nanoTime();
        place.load()
                .run(
                        deployments,
                        number -> Call.post(
                                place.appsPath("deployments"), Samples.deployment(name + "-" + number, replicas)));
        bound.await(pods);
        double boundSeconds = (System.nanoTime() - begin) / 1e9;
        double cpuMillis = (place.usage().cpuNanos() - cpuBefore) / 1e6 / pods;
        running.await(pods);
        double runningSeconds = (System.nanoTime() - begin) / 1e9;
        place.clients().first().call(Call.delete(place.appsPath("deployments")));
        gone.await(pods);
        return new Run(pods / boundSeconds, pods / runningSeconds, cpuMillis);
    }
}
