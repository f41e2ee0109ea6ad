package dev.setpoint.benchmarks.scenario;

import dev.setpoint.benchmarks.BenchScenario;
import dev.setpoint.benchmarks.Figure;
import dev.setpoint.benchmarks.Goal;
import dev.setpoint.benchmarks.Lab;
import dev.setpoint.benchmarks.load.Load;
import dev.setpoint.benchmarks.load.LoadCall;
import dev.setpoint.benchmarks.yardstick.EtcdProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// Creates ConfigMaps and Pods with 32 clients.
public final class CreateScenario implements BenchScenario {
    @Override
    public String name() {
        return "create";
    }

    @Override
    public List<Figure> measure(Lab lab) throws Exception {
        List<Figure> figures = new ArrayList<>();
        figures.addAll(figures(lab, Goal.CREATE_CONFIG_MAP, "configmaps", Samples::configMap));
        figures.addAll(figures(lab, Goal.CREATE_POD, "pods", Samples::pod));
        return figures;
    }

    private static List<Figure> figures(Lab lab, Goal goal, String resource, Function<String, byte[]> object)
            throws Exception {
        Load.Result result;
        try (Workplace place = Workplace.on(lab, "create-" + resource, Lab.CLIENTS)) {
            String path = place.path(resource);
            result = lab.measureCreation(
                    place.load(),
                    number -> LoadCall.post(path, object.apply("object-" + number)),
                    () -> place.empty(resource));
            place.empty(resource); // Else whoever is measured next would pay for keeping them.
        }
        Beside beside = new Beside(lab);
        beside.bare(number -> LoadCall.post("/echo", object.apply("object-" + number)));
        beside.etcd(number -> EtcdProcess.put("object-" + number, object.apply("object-" + number)));
        String mocked = "/api/v1/namespaces/default/" + resource;
        beside.mock(number -> LoadCall.post(mocked, object.apply("object-" + number)));
        return List.of(
                Figure.of(goal, result.cpuMicros() / 1e3, beside.cpuMillis()),
                Figure.shown("  rate", result.perSecond(), "/s", beside.rates()),
                Figure.shown("  p99", result.p99Millis(), "ms", beside.p99()));
    }
}
