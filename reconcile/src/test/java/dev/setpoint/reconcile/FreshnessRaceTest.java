package dev.setpoint.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.Env;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.machinery.api.GroupResource;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/// A cache that catches up in the midst of a key being held, as another thread may see it do.
class FreshnessRaceTest {
    private static final GroupResource PODS = new GroupResource("", "pods");
    private static final ObjectKey KEY = new ObjectKey("default", "a");

    @Test
    void releasesAKeyOnceThoughTheCacheMovesWhileItIsBeingHeld() {
        try (Fixture world = new Fixture()) {
            AtomicBoolean caughtUp = new AtomicBoolean();
            Runnable[] meanwhile = {() -> {}};
            List<ObjectKey> released = new ArrayList<>();
            Freshness<ObjectKey> freshness = new Freshness<>(
                    interrupting(world.env, meanwhile),
                    world.admin,
                    _ -> caughtUp.get() ? List.of() : List.of(world.children.objects()),
                    Duration.ofSeconds(5),
                    released::add,
                    _ -> {});
            meanwhile[0] = () -> {
                caughtUp.set(true);
                freshness.progress();
            };
            if (!freshness.hold(KEY, List.of(new Wait.Reached(PODS, Long.MAX_VALUE)))) {
                released.add(KEY); // Whoever runs the key ends it when it is not held.
            }
            assertThat(released).containsExactly(KEY);
        }
    }

    /// The same world, in which something happens just before a timer is set.
    private static Env interrupting(Env env, Runnable[] meanwhile) {
        return (Env) Proxy.newProxyInstance(
                Env.class.getClassLoader(), new Class<?>[] {Env.class}, (_, method, arguments) -> {
                    if (method.getName().equals("after")) {
                        meanwhile[0].run();
                    }
                    return method.invoke(env, arguments);
                });
    }
}
