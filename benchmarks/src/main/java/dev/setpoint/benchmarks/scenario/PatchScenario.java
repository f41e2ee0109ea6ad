package dev.setpoint.benchmarks.scenario;

import dev.setpoint.benchmarks.BenchScenario;
import dev.setpoint.benchmarks.Figure;
import dev.setpoint.benchmarks.Goal;
import dev.setpoint.benchmarks.Lab;
import dev.setpoint.benchmarks.load.Load;
import dev.setpoint.benchmarks.load.LoadCall;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/// Patches pods as controllers and kubelets do: an annotation by a merge patch, a condition by a strategic one.
public final class PatchScenario implements BenchScenario {
    private static final int PODS = 1_000;
    private static final String MERGE = "application/merge-patch+json";
    private static final String STRATEGIC = "application/strategic-merge-patch+json";

    @Override
    public String name() {
        return "patch";
    }

    @Override
    public List<Figure> measure(Lab lab) throws Exception {
        try (Workplace place = Workplace.on(lab, "patch", Lab.CLIENTS)) {
            place.fill(0, PODS);
            String pods = place.path("pods");
            List<Figure> figures = new ArrayList<>();
            figures.addAll(figures(
                    lab,
                    place,
                    Goal.MERGE_PATCH,
                    number -> LoadCall.patch(
                            pods + "/pod-" + number % PODS,
                            MERGE,
                            "{\"metadata\":{\"annotations\":{\"bench\":\"" + number + "\"}}}")));
            figures.addAll(figures(
                    lab,
                    place,
                    Goal.STRATEGIC_PATCH,
                    number -> LoadCall.patch(
                            pods + "/pod-" + number % PODS + "/status",
                            STRATEGIC,
                            "{\"status\":{\"conditions\":[{\"type\":\"Ready\",\"status\":\"False\",\"message\":\""
                                    + number + "\"}]}}")));
            return figures;
        }
    }

    private static List<Figure> figures(Lab lab, Workplace place, Goal goal, IntFunction<LoadCall> calls) {
        Load.Result result = lab.measure(place.load(), calls);
        return List.of(
                Figure.of(goal, result.cpuMicros() / 1e3),
                Figure.shown("  rate", result.perSecond(), "/s"),
                Figure.shown("  p99", result.p99Millis(), "ms"));
    }
}
