package dev.setpoint.benchmarks.scenario;

import dev.setpoint.benchmarks.BenchScenario;
import dev.setpoint.benchmarks.Figure;
import dev.setpoint.benchmarks.Goal;
import dev.setpoint.benchmarks.Lab;
import dev.setpoint.benchmarks.process.RunningServer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/// How fast declared pods come to run on a hundred simulated nodes: one Deployment of many replicas, and many
/// Deployments of one. Nodes report each pod twice, in ContainerCreating and when it runs, as kubelets do; what it is
/// worth to report only the end is shown beside it, under the name of the option that does so.
public final class RolloutScenario implements BenchScenario {
    private static final int NODES = 100;
    private static final int WARM_UPS = 3;
    private static final int WARM_UP = 1_000;
    private static final int ROUNDS = 5;
    private static final int FEW = 2_000;
    private static final int MANY = 5_000;
    private static final String COALESCED = "--coalesce-pod-starts";

    @Override
    public String name() {
        return "rollout";
    }

    @Override
    public List<Figure> measure(Lab lab) throws Exception {
        List<Figure> figures = new ArrayList<>(asKubernetesDoes(lab));
        figures.add(Figure.shown(
                "2,000 replicas Running, " + COALESCED, coalesced(lab).runningPerSecond(), "/s"));
        return figures;
    }

    private static Rollout.Result coalesced(Lab lab) throws Exception {
        try (RunningServer server = RunningServer.start("--nodes", Integer.toString(NODES), COALESCED);
                Rollout rollout = Rollout.on(server, NODES)) {
            warmUp(lab, rollout, 1, WARM_UP);
            lab.say("one Deployment of many replicas, " + COALESCED);
            return median(rollout, "coalesced", FEW);
        }
    }

    private static List<Figure> asKubernetesDoes(Lab lab) throws Exception {
        try (RunningServer server = RunningServer.start("--nodes", Integer.toString(NODES));
                Rollout rollout = Rollout.on(server, NODES)) {
            warmUp(lab, rollout, 1, WARM_UP);
            lab.say("one Deployment of many replicas");
            Rollout.Result few = median(rollout, "few", FEW);
            Rollout.Result many = median(rollout, "many", MANY);
            warmUp(lab, rollout, WARM_UP, 1);
            lab.say("many Deployments of one replica");
            int count = lab.size().singles();
            Rollout.Result singles = rollout.roll("single", count, 1);
            return List.of(
                    Figure.of(Goal.BOUND, few.boundPerSecond()),
                    Figure.of(Goal.BOUND_CPU, few.cpuMillis()),
                    Figure.shown("  Running", few.runningPerSecond(), "/s"),
                    Figure.of(Goal.BOUND_MANY, many.boundPerSecond() / few.boundPerSecond()),
                    Figure.shown("5,000 replicas bound: rate", many.boundPerSecond(), "/s"),
                    Figure.shown("  CPU per pod", many.cpuMillis(), "ms"),
                    Figure.shown("  Running", many.runningPerSecond(), "/s"),
                    Figure.shown(
                            String.format(Locale.ROOT, "%,d Deployments of 1 bound: rate", count),
                            singles.boundPerSecond(),
                            "/s"),
                    Figure.shown("  CPU per pod", singles.cpuMillis(), "ms"),
                    Figure.shown("  Running", singles.runningPerSecond(), "/s"));
        }
    }

    /// By rate: one rollout is over within a fraction of a second, and a pause of the collector shows in it.
    private static Rollout.Result median(Rollout rollout, String name, int replicas) throws InterruptedException {
        List<Rollout.Result> results = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            results.add(rollout.roll(name + "-" + round, 1, replicas));
        }
        results.sort(Comparator.comparingDouble(Rollout.Result::boundPerSecond));
        return results.get(ROUNDS / 2);
    }

    /// Some rollouts of the same kind, and more until the server's compiler rests.
    private static void warmUp(Lab lab, Rollout rollout, int deployments, int replicas) throws InterruptedException {
        lab.say("warming up");
        AtomicInteger round = new AtomicInteger();
        Lab.Slice<InterruptedException> slice = () -> {
            rollout.roll("warm-" + deployments + "-" + round.getAndIncrement(), deployments, replicas);
        };
        for (int i = 1; i < WARM_UPS; i++) {
            slice.work();
        }
        lab.warmUp(rollout.usage(), slice);
    }
}
