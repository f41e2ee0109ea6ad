package dev.setpoint.benchmarks.scenario;

import dev.setpoint.benchmarks.BenchScenario;
import dev.setpoint.benchmarks.Figure;
import dev.setpoint.benchmarks.Lab;
import dev.setpoint.benchmarks.load.EventCount;
import dev.setpoint.benchmarks.load.LoadCall;
import java.util.Arrays;
import java.util.List;

/// From a write to what a controller makes of it, as a client sees both: a Deployment is created, and a watch tells of
/// its ReplicaSet.
public final class LatencyScenario implements BenchScenario {
    @Override
    public String name() {
        return "latency";
    }

    @Override
    public List<Figure> measure(Lab lab) throws Exception {
        try (Workplace place = Workplace.on(lab, "latency", 2)) {
            EventCount replicaSets = EventCount.ofAdded();
            place.clients().all().getLast().watch(place.appsPath("replicasets") + "?watch=true", replicaSets);
            int writes = lab.size().events();
            declare(place, replicaSets, "warm", writes);
            long[] times = declare(place, replicaSets, "measured", writes);
            Arrays.sort(times);
            return List.of(
                    Figure.shown("from write to reconcile, seen by a client: p50", times[writes / 2] / 1e6, "ms"),
                    Figure.shown("  p99", times[(int) (writes * 0.99)] / 1e6, "ms"));
        }
    }

    private static long[] declare(Workplace place, EventCount replicaSets, String name, int count)
            throws InterruptedException {
        long[] times = new long[count];
        for (int i = 0; i < count; i++) {
            byte[] deployment = Samples.deployment(name + "-" + i, 0);
            long begin = System.nanoTime();
            place.clients().first().call(LoadCall.post(place.appsPath("deployments"), deployment));
            replicaSets.await(1);
            times[i] = System.nanoTime() - begin;
        }
        return times;
    }
}
