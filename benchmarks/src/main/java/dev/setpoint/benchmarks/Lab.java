package dev.setpoint.benchmarks;

import dev.setpoint.benchmarks.load.Clients;
import dev.setpoint.benchmarks.load.Load;
import dev.setpoint.benchmarks.load.LoadCall;
import dev.setpoint.benchmarks.process.Endpoint;
import dev.setpoint.benchmarks.process.ProcessUsage;
import dev.setpoint.benchmarks.process.RunningServer;
import dev.setpoint.benchmarks.yardstick.BareProcess;
import dev.setpoint.benchmarks.yardstick.EtcdProcess;
import dev.setpoint.benchmarks.yardstick.MockProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// What scenarios share: the server that is measured and the yardsticks, each started when first asked for.
public final class Lab implements AutoCloseable {
    /// As many as the goals speak of.
    public static final int CLIENTS = 32;

    /// The share of a server's CPU under which its compiler counts as at rest.
    private static final double AT_REST = 0.05;

    /// How often in turn it has to be: between two waves of methods it rests for a moment.
    private static final int RESTS = 3;

    private final Size size;
    private @Nullable RunningServer server;
    private @Nullable BareProcess bare;
    private @Nullable EtcdProcess etcd;
    private boolean etcdMissing;
    private @Nullable MockProcess mock;

    Lab(Size size) {
        this.size = size;
    }

    public Size size() {
        return size;
    }

    /// Tells on the terminal what is going on.
    public void say(String what) {
        System.err.println(what + " ...");
    }

    /// Without nodes: what is measured here is the API, and pods that nobody runs cost nothing but that.
    public RunningServer server() throws IOException {
        if (server == null) {
            say("starting the server");
            server = RunningServer.start("--nodes", "0");
        }
        return server;
    }

    public BareProcess bare() throws IOException {
        if (bare == null) {
            say("starting the bare handler");
            bare = BareProcess.start();
        }
        return bare;
    }

    /// Empty when it is not installed.
    public Optional<EtcdProcess> etcd() throws IOException {
        if (etcd == null && !etcdMissing) {
            etcd = EtcdProcess.start().orElse(null);
            etcdMissing = etcd == null;
            if (etcdMissing) {
                System.err.println("etcd is not on the PATH: left out (apt install etcd-server)");
            }
        }
        return Optional.ofNullable(etcd);
    }

    public MockProcess mock() throws IOException {
        if (mock == null) {
            say("starting fabric8's mock server");
            mock = MockProcess.start();
        }
        return mock;
    }

    /// Warms a server up with these requests and measures it; the median of the rounds by CPU counts.
    public Load.Result measure(Endpoint endpoint, ProcessUsage usage, IntFunction<LoadCall> calls) throws Exception {
        try (Clients clients = Clients.connect(endpoint, CLIENTS)) {
            return measure(new Load(clients.all(), usage), calls);
        }
    }

    public Load.Result measure(Load load, IntFunction<LoadCall> calls) {
        return measure(load, size.warm(), calls);
    }

    public Load.Result measure(Load load, int warm, IntFunction<LoadCall> calls) {
        load.run(warm, calls);
        warmUp(load.server(), () -> load.run(size.round(), calls));
        return median(load, calls);
    }

    /// For requests that each leave an object behind, which is taken away while the server warms up: it must not be
    /// filled by that.
    public Load.Result measureCreation(Load load, IntFunction<LoadCall> calls, Runnable empty) {
        load.run(size.warm(), calls);
        warmUp(load.server(), () -> {
            load.run(size.round(), calls);
            empty.run();
        });
        return median(load, calls);
    }

    /// Measures what is too slow to be warmed up by more than so many requests.
    public Load.Result measureAfter(int warm, Load load, IntFunction<LoadCall> calls) {
        load.run(warm, calls);
        return median(load, calls);
    }

    private Load.Result median(Load load, IntFunction<LoadCall> calls) {
        List<Load.Result> results = new ArrayList<>();
        for (int i = 0; i < size.rounds(); i++) {
            results.add(load.run(size.round(), calls));
        }
        results.sort(Comparator.comparingDouble(Load.Result::cpuMicros));
        return results.get(results.size() / 2);
    }

    /// Some seconds of work.
    public interface Slice<E extends Exception> {
        void work() throws E;
    }

    /// Works on a server until its JIT compiler has little left to do, or the time for it is over: what the compiler
    /// takes is spent once, and must not be counted for each request.
    public <E extends Exception> void warmUp(ProcessUsage server, Slice<E> slice) throws E {
        long end = System.nanoTime() + size.patience().toNanos();
        int rests = 0;
        while (rests < RESTS && System.nanoTime() < end) {
            long cpu = server.cpuNanos();
            long compiler = server.compilerNanos();
            slice.work();
            boolean resting = server.compilerNanos() - compiler <= AT_REST * (server.cpuNanos() - cpu);
            rests = resting ? rests + 1 : 0;
        }
    }

    @Override
    public void close() {
        if (server != null) {
            server.close();
        }
        if (bare != null) {
            bare.close();
        }
        if (etcd != null) {
            etcd.close();
        }
        if (mock != null) {
            mock.close();
        }
    }
}
