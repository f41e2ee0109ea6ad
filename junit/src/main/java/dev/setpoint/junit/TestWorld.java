package dev.setpoint.junit;

import dev.setpoint.agent.NodeOptions;
import dev.setpoint.apiserver.authn.StaticTokens;
import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.base.baton.BatonOptions;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.reconcile.leader.LeaseTiming;
import dev.setpoint.server.ControlPlane;
import dev.setpoint.server.journal.Journal;
import dev.setpoint.server.process.Candidacy;
import dev.setpoint.server.process.NodeProcess;
import dev.setpoint.server.process.Surroundings;
import dev.setpoint.store.Snapshot;
import dev.setpoint.store.Store;
import dev.setpoint.store.StoreOptions;
import dev.setpoint.store.memory.MemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// A control plane and its nodes on a baton. Each node is a process of its own, so that one can fail.
///
/// Worlds with as many nodes begin alike: the first is made from nothing and kept as a snapshot, of which every test
/// gets a fork.
final class TestWorld implements AutoCloseable {
    private static final Duration SETTLING = Duration.ofMinutes(1);
    /// Nobody else wants to lead here, and a week of renewals would take longer than all the rest of it.
    private static final LeaseTiming UNHURRIED =
            new LeaseTiming(Duration.ofDays(3), Duration.ofDays(2), Duration.ofDays(1));

    private static final ControlPlane.Settings SETTINGS = new ControlPlane.Settings(
            TestKeys::signing,
            StaticTokens.NONE,
            NodeOptions.of(0),
            new Candidacy("setpoint", UNHURRIED),
            Optional.empty(),
            ControlPlane.Extent.WHOLE);
    private static final Map<Integer, Snapshot> BEGINNINGS = new ConcurrentHashMap<>();

    final BatonEnv env;
    final ControlPlane plane;
    private final Store store;
    private final Map<String, BatonEnv> nodes = new LinkedHashMap<>();

    /// @param start the time with which it begins
    static TestWorld begin(int nodes, Instant start) {
        Snapshot beginning = BEGINNINGS.computeIfAbsent(nodes, TestWorld::beginning);
        return new TestWorld(nodes, start, Optional.of(beginning));
    }

    private TestWorld(int nodes, Instant start, Optional<Snapshot> beginning) {
        this.env = BatonEnv.create(BatonOptions.firstCome(1).withStart(start));
        BatonEnv disk = env.child("store");
        this.store = beginning
                .map(state -> MemoryStore.fork(disk, StoreOptions.defaults(), state))
                .orElseGet(() -> MemoryStore.open(disk, StoreOptions.defaults()));
        this.plane = new ControlPlane(env, store, SETTINGS);
        env.call(() -> {
            if (beginning.isPresent()) {
                plane.resume();
            } else {
                plane.start(Optional.of("10.0.0.1"), () -> 6443);
            }
            return plane.awaitSynced(SETTLING);
        });
        for (int number = 1; number <= nodes; number++) {
            startNode(number);
        }
        env.settle();
    }

    private static Snapshot beginning(int nodes) {
        try (TestWorld world = new TestWorld(nodes, BatonOptions.START, Optional.empty())) {
            world.env.advance(SETTLING);
            return world.store.snapshot();
        }
    }

    private void startNode(int number) {
        NodeOptions options = NodeOptions.of(1).startingAt(number);
        String name = options.name(number);
        BatonEnv process = env.child(name);
        Surroundings around = new Surroundings(process, plane.transport(), new Metrics(), Journal.SILENT);
        new NodeProcess(around, options, List.of()).start();
        nodes.put(name, process);
    }

    /// @throws IllegalArgumentException when there is none of that name
    BatonEnv node(String name) {
        BatonEnv node = nodes.get(name);
        if (node == null) {
            throw new IllegalArgumentException("node: " + name + " (expected: one of " + nodes.keySet() + ")");
        }
        return node;
    }

    /// As a power cut would: nobody's last words are of interest.
    @Override
    public void close() {
        env.children().forEach(env::kill);
        env.close();
    }
}
