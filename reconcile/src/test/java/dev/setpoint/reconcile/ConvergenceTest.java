package dev.setpoint.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.apiserver.testing.TestCluster;
import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.base.baton.BatonOptions;
import dev.setpoint.base.baton.TraceHash;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.base.testing.Seeds;
import dev.setpoint.client.Client;
import dev.setpoint.client.ListOptions;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.Typed;
import dev.setpoint.client.TypedClient;
import dev.setpoint.client.testing.FaultSwitches;
import dev.setpoint.client.testing.FaultSwitches.When;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.reconcile.cache.Informer;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// Whatever the order of steps and whatever goes wrong on the way: a reconciler that trusts its caches makes
/// exactly as many pods as it should, however many somebody takes away, and never one too many, which it
/// would have to delete.
class ConvergenceTest {
    private static final int WANTED = 3;
    private static final List<String> KEYS = List.of("a", "b", "c");

    @Test
    void neverMakesOneTooMany() {
        Seeds.check(150, seed -> {
            try (World world = new World(seed)) {
                world.run();
                assertThat(world.tooMany).as("pods too many").isZero();
                assertThat(world.pods.list("default", ListOptions.ALL)).hasSize(WANTED * KEYS.size());
            }
        });
    }

    @Test
    void oneSeedIsOneRun() {
        Seeds.check(5, seed -> assertThat(trace(seed)).isEqualTo(trace(seed)).isNotEqualTo(trace(seed + 1)));
    }

    private static String trace(long seed) {
        try (World world = new World(seed)) {
            world.run();
            return world.trace.hex();
        }
    }

    private static final class World implements AutoCloseable {
        final TraceHash trace = new TraceHash();
        final BatonEnv env;
        final TestCluster cluster;
        final FaultSwitches faults;
        final TypedClient<Pod> pods;
        final TypedClient<ConfigMap> configMaps;
        final RandomGenerator random;
        int tooMany;
        private BatonEnv process;
        private Loops loops;

        World(long seed) {
            cluster = TestCluster.create(BatonOptions.random(seed).withTrace(trace));
            Fixture.forgetConfigMaps(cluster);
            env = cluster.env();
            faults = new FaultSwitches(env);
            pods = Typed.of(Pod.class).over(cluster.admin());
            configMaps = Typed.of(ConfigMap.class).over(cluster.admin());
            random = Seeds.random(seed);
            process = env.child("controllers");
            loops = loops();
        }

        void run() {
            KEYS.forEach(this::createParent);
            loops.start();
            for (int step = 0; step < 60; step++) {
                disturb();
                env.advance(Duration.ofMillis(random.nextInt(200)));
            }
            faults.heal();
            env.advance(Duration.ofMinutes(3));
        }

        private void disturb() {
            switch (random.nextInt(16)) {
                case 0 -> faults.hold("pods");
                case 1 -> faults.release("pods");
                case 2 -> faults.closeWatches("pods");
                case 3 -> faults.expireWatches("pods");
                case 4 -> faults.duplicateEvents();
                case 5 -> fail("create", new ApiError.Timeout("lost"), When.AFTER);
                case 6 -> fail("create", new ApiError.Timeout("lost"), When.BEFORE);
                case 7 -> fail("create", new ApiError.Internal("broken"), When.AFTER);
                case 8 -> fail("watch", new ApiError.Unavailable("away"), When.BEFORE);
                case 9 -> restart();
                case 10, 11, 12, 13 -> takeAway();
                default -> touch(KEYS.get(random.nextInt(KEYS.size())));
            }
        }

        private void fail(String verb, ApiError error, When when) {
            faults.failNext(call -> call.is(verb, "pods"), error, when);
        }

        private void takeAway() {
            List<Pod> there = pods.list("default", ListOptions.ALL);
            if (!there.isEmpty()) {
                pods.delete(there.get(random.nextInt(there.size())));
            }
        }

        private void restart() {
            env.kill(process);
            process = env.child("controllers");
            loops = loops();
            loops.start();
        }

        private Loops loops() {
            Client client = faults.over(cluster.client(process, TestCluster.ADMIN, "controllers"));
            Loops made = new Loops(process, client, new Metrics());
            Informer<ConfigMap> parents = made.informer(ConfigMap.class);
            Informer<Pod> children = made.informer(Pod.class);
            TypedClient<Pod> writer = Typed.of(Pod.class).over(made.client());
            made.add(Controller.of(ConfigMap.class).owns(Pod.class).workers(2).reconcile(key -> {
                ConfigMap parent = parents.find(key).orElseThrow();
                List<Pod> owned = children.ownedBy(parent.getMetadata().getUid());
                for (int i = owned.size(); i < WANTED; i++) {
                    writer.create(Fixture.childOf(parent));
                }
                tooMany += Math.max(0, owned.size() - WANTED);
                owned.stream().skip(WANTED).forEach(writer::delete);
                return Outcome.DONE;
            }));
            return made;
        }

        private void createParent(String name) {
            configMaps.create(Fixture.parent(name));
        }

        private void touch(String name) {
            ConfigMap parent = configMaps.get(new ObjectKey("default", name));
            configMaps.update(parent.edit()
                    .addToData("touched", Long.toString(env.monotonicNanos()))
                    .build());
        }

        @Override
        public void close() {
            cluster.close();
        }
    }
}
