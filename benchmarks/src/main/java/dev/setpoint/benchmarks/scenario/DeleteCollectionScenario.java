package dev.setpoint.benchmarks.scenario;

import dev.setpoint.benchmarks.BenchScenario;
import dev.setpoint.benchmarks.Figure;
import dev.setpoint.benchmarks.Goal;
import dev.setpoint.benchmarks.Lab;
import dev.setpoint.benchmarks.load.LoadCall;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Deletes 5,000 pods that are on no node with one request; the median by CPU counts.
public final class DeleteCollectionScenario implements BenchScenario {
    private static final int PODS = 5_000;
    private static final int TIMES = 3;

    @Override
    public String name() {
        return "deletecollection";
    }

    @Override
    public List<Figure> measure(Lab lab) throws Exception {
        try (Workplace place = Workplace.on(lab, "deletecollection", Lab.CLIENTS)) {
            lab.warmUp(place.usage(), () -> {
                delete(place);
            });
            List<Deleted> times = new ArrayList<>();
            for (int i = 0; i < TIMES; i++) {
                times.add(delete(place));
            }
            times.sort(Comparator.comparingDouble(Deleted::cpuMicros));
            Deleted median = times.get(TIMES / 2);
            return List.of(
                    Figure.of(Goal.DELETE_COLLECTION, median.seconds),
                    Figure.shown("  CPU per pod", median.cpuMicros, "us"));
        }
    }

    /// @param cpuMicros of the server for one pod
    private record Deleted(double seconds, double cpuMicros) {}

    private static Deleted delete(Workplace place) {
        place.fill(0, PODS);
        long cpuBefore = place.usage().cpuNanos();
        long begin = System.nanoTime();
        place.clients().first().call(LoadCall.delete(place.path("pods")));
        return new Deleted((System.nanoTime() - begin) / 1e9, (place.usage().cpuNanos() - cpuBefore) / 1e3 / PODS);
    }
}
