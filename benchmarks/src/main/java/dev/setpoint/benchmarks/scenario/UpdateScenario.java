package dev.setpoint.benchmarks.scenario;

import dev.setpoint.benchmarks.BenchScenario;
import dev.setpoint.benchmarks.Figure;
import dev.setpoint.benchmarks.Lab;
import dev.setpoint.benchmarks.load.Load;
import dev.setpoint.benchmarks.load.LoadCall;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Replaces pods as a whole, each time with another annotation.
public final class UpdateScenario implements BenchScenario {
    private static final int PODS = 1_000;

    /// A value in the sample pod that changes with each update.
    private static final String CHANGING = "2026.11.3\",\"pod-template-hash";

    @Override
    public String name() {
        return "update";
    }

    @Override
    public List<Figure> measure(Lab lab) throws Exception {
        try (Workplace place = Workplace.on(lab, "update", Lab.CLIENTS)) {
            place.fill(0, PODS);
            String pods = place.path("pods");
            Load.Result result = lab.measure(place.load(), number -> update(pods, number));
            Beside beside = new Beside(lab).bare(number -> LoadCall.post("/echo", body(number)));
            return List.of(
                    Figure.shown("update of a Pod 4 KB: CPU", result.cpuMicros() / 1e3, "ms", beside.cpuMillis()),
                    Figure.shown("  rate", result.perSecond(), "/s", beside.rates()),
                    Figure.shown("  p99", result.p99Millis(), "ms", beside.p99()));
        }
    }

    private static LoadCall update(String pods, int number) {
        return LoadCall.put(pods + "/pod-" + number % PODS, body(number));
    }

    private static byte[] body(int number) {
        String pod = new String(Samples.pod("pod-" + number % PODS), StandardCharsets.UTF_8);
        return pod.replace(CHANGING, number + CHANGING).getBytes(StandardCharsets.UTF_8);
    }
}
