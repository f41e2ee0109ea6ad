package dev.setpoint.benchmarks.scenario;

import dev.setpoint.benchmarks.Figure;
import dev.setpoint.benchmarks.Goal;
import dev.setpoint.benchmarks.Lab;
import dev.setpoint.benchmarks.Scenario;
import dev.setpoint.benchmarks.load.Call;
import java.util.List;

/// Deletes 5,000 pods that are on no node with one request. The first time warms up.
public final class DeleteCollectionScenario implements Scenario {
    private static final int PODS = 5_000;
    private static final int TIMES = 3;

    @Override
    public String name() {
        return "deletecollection";
    }

    @Override
    public List<Figure> measure(Lab lab) throws Exception {
        try (Workplace place = Workplace.on(lab, "deletecollection", Lab.CLIENTS)) {
            double seconds = 0;
            double cpuMicros = 0;
            for (int i = 0; i < TIMES; i++) {
                place.fill(0, PODS);
                long cpuBefore = place.usage().cpuNanos();
                long begin = System.nanoTime();
                place.clients().first().call(Call.delete(place.path("pods")));
                seconds = (System.nanoTime() - begin) / 1e9;
                cpuMicros = (place.usage().cpuNanos() - cpuBefore) / 1e3 / PODS;
            }
            return List.of(Figure.of(Goal.DELETE_COLLECTION, seconds), Figure.shown("  CPU per pod", cpuMicros, "us"));
        }
    }
}
