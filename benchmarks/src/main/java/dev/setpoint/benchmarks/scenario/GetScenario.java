package dev.setpoint.benchmarks.scenario;

import dev.setpoint.benchmarks.BenchScenario;
import dev.setpoint.benchmarks.Figure;
import dev.setpoint.benchmarks.Goal;
import dev.setpoint.benchmarks.Lab;
import dev.setpoint.benchmarks.load.Clients;
import dev.setpoint.benchmarks.load.Load;
import dev.setpoint.benchmarks.load.LoadCall;
import dev.setpoint.benchmarks.yardstick.EtcdProcess;
import java.util.List;

/// Reads one pod after the other with 32 clients.
public final class GetScenario implements BenchScenario {
    private static final int PODS = 100;

    @Override
    public String name() {
        return "get";
    }

    @Override
    public List<Figure> measure(Lab lab) throws Exception {
        Load.Result result;
        byte[] sent;
        try (Workplace place = Workplace.on(lab, "get", Lab.CLIENTS)) {
            place.fill(0, PODS);
            String pods = place.path("pods");
            sent = place.clients().first().call(LoadCall.get(pods + "/pod-0")).body();
            result = lab.measure(place.load(), number -> LoadCall.get(pods + "/pod-" + number % PODS));
        }
        try (Clients clients = Clients.connect(lab.bare().endpoint(), 1)) {
            clients.first().call(LoadCall.put("/bytes/pod", sent));
        }
        Beside beside = new Beside(lab).bare(_ -> LoadCall.get("/bytes/pod"));
        beside.etcd(_ -> EtcdProcess.put("pod", sent)).etcd(_ -> EtcdProcess.range("pod"));
        return List.of(
                Figure.of(Goal.GET_POD, result.cpuMicros() / 1e3, beside.cpuMillis()),
                Figure.of(Goal.GET_POD_RATE, result.perSecond(), beside.rates()),
                Figure.shown("  p99", result.p99Millis(), "ms", beside.p99()));
    }
}
