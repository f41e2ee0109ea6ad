package dev.setpoint.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.base.baton.BatonOptions;
import dev.setpoint.base.baton.TraceHash;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.base.testing.Seeds;
import dev.setpoint.client.ListOptions;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.Typed;
import dev.setpoint.client.TypedClient;
import dev.setpoint.client.testing.FakeClient;
import dev.setpoint.client.testing.FakeClient.When;
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
        final FakeClient server;
        final TypedClient<Pod> pods;
        final TypedClient<ConfigMap> configMaps;
        final RandomGenerator random;
        int tooMany;
        private BatonEnv process;
        private Loops loops;

        World(long seed) {
            env = BatonEnv.create(BatonOptions.random(seed).withTrace(trace));
            server = new FakeClient(env);
            pods = Typed.of(Pod.class).over(server);
            configMaps = Typed.of(ConfigMap.class).over(server);
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
            server.heal();
            env.advance(Duration.ofMinutes(3));
        }

        private void disturb() {
            switch (random.nextInt(16)) {
                case 0 -> server.hold("pods");
                case 1 -> server.release("pods");
                case 2 -> server.closeWatches("pods");
                case 3 -> server.expireWatches("pods");
                case 4 -> server.duplicateEvents();
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
            server.failNext(call -> call.is(verb, "pods"), error, when);
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
            Loops made = new Loops(process, server, new Metrics());
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
                    .addToData("touched", Long.toString(server.revision()))
                    .build());
        }

        @Override
        public void close() {
            env.close();
        }
    }
}
