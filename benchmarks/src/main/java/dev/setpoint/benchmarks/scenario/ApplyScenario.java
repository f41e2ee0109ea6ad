package dev.setpoint.benchmarks.scenario;

import dev.setpoint.benchmarks.BenchScenario;
import dev.setpoint.benchmarks.Figure;
import dev.setpoint.benchmarks.Goal;
import dev.setpoint.benchmarks.Lab;
import dev.setpoint.benchmarks.load.Load;
import dev.setpoint.benchmarks.load.LoadCall;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Applies ConfigMaps of 1 KB that are there already, each time with another value.
public final class ApplyScenario implements BenchScenario {
    private static final int OBJECTS = 1_000;
    private static final String APPLY = "application/apply-patch+yaml";
    private static final String CHANGING = "\"setting-0\":\"";

    @Override
    public String name() {
        return "apply";
    }

    @Override
    public List<Figure> measure(Lab lab) throws Exception {
        try (Workplace place = Workplace.on(lab, "apply", Lab.CLIENTS)) {
            String path = place.path("configmaps");
            Load.Result result = lab.measure(place.load(), number -> apply(path, number));
            return List.of(
                    Figure.of(Goal.APPLY, result.cpuMicros() / 1e3),
                    Figure.shown("  rate", result.perSecond(), "/s"),
                    Figure.shown("  p99", result.p99Millis(), "ms"));
        }
    }

    private static LoadCall apply(String path, int number) {
        String name = "object-" + number % OBJECTS;
        String object = new String(Samples.configMap(name), StandardCharsets.UTF_8);
        return LoadCall.patch(
                path + "/" + name + "?fieldManager=bench", APPLY, object.replace(CHANGING, CHANGING + number));
    }
}
