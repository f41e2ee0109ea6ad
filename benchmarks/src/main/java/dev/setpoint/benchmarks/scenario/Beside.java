package dev.setpoint.benchmarks.scenario;

import dev.setpoint.benchmarks.Figure.Yardstick;
import dev.setpoint.benchmarks.Lab;
import dev.setpoint.benchmarks.load.Load;
import dev.setpoint.benchmarks.load.LoadCall;
import dev.setpoint.benchmarks.load.OldClients;
import dev.setpoint.benchmarks.yardstick.BareProcess;
import dev.setpoint.benchmarks.yardstick.EtcdProcess;
import dev.setpoint.benchmarks.yardstick.MockProcess;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;

/// What the yardsticks do under a load like the server's.
final class Beside {
    /// It is slow: more would take minutes.
    private static final int MOCK_WARM_UP = 2_000;

    private final Lab lab;
    private final Map<String, Load.Result> results = new LinkedHashMap<>();

    Beside(Lab lab) {
        this.lab = lab;
    }

    Beside bare(IntFunction<LoadCall> calls) throws Exception {
        BareProcess bare = lab.bare();
        results.put("bare handler", lab.measure(bare.endpoint(), bare.usage(), calls));
        return this;
    }

    /// Nothing happens where there is no etcd.
    Beside etcd(IntFunction<LoadCall> calls) throws Exception {
        Optional<EtcdProcess> etcd = lab.etcd();
        if (etcd.isPresent()) {
            results.put("etcd", lab.measure(etcd.get().endpoint(), etcd.get().usage(), calls));
        }
        return this;
    }

    Beside mock(IntFunction<LoadCall> calls) throws Exception {
        MockProcess mock = lab.mock();
        try (OldClients clients = new OldClients(mock.endpoint())) {
            Load load = new Load(clients.all(Lab.CLIENTS), mock.usage());
            results.put("fabric8 mock", lab.measureAfter(MOCK_WARM_UP, load, calls));
        }
        return this;
    }

    Yardstick[] cpuMillis() {
        return all(result -> result.cpuMicros() / 1e3);
    }

    Yardstick[] rates() {
        return all(Load.Result::perSecond);
    }

    Yardstick[] p99() {
        return all(Load.Result::p99Millis);
    }

    private Yardstick[] all(ToDoubleFunction<Load.Result> value) {
        return results.entrySet().stream()
                .map(entry -> new Yardstick(entry.getKey(), value.applyAsDouble(entry.getValue())))
                .toArray(Yardstick[]::new);
    }
}
