package dev.setpoint.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.apiserver.testing.TestCluster;
import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.client.Client;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.Typed;
import dev.setpoint.reconcile.cache.SharedInformer;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class RunningControllerTest {
    @Test
    void whenTheQueueOverflowsEverythingIsLookedAtOnceThereIsRoom() {
        try (TestCluster cluster = TestCluster.create(1)) {
            BatonEnv env = cluster.env();
            Fixture.forgetConfigMaps(cluster);
            Typed<ConfigMap> typed = Typed.of(ConfigMap.class);
            for (int i = 100; i < 150; i++) {
                typed.over(cluster.admin()).create(Fixture.parent("parent-" + i));
            }
            BatonEnv process = env.child("process");
            Client server = cluster.client(process, TestCluster.ADMIN, "loops");
            SharedInformer informer = new SharedInformer(typed.resource(), server, process, new Metrics());
            Set<String> seen = new TreeSet<>();
            Reconciler<ObjectKey> reconciler = key -> {
                seen.add(key.name());
                return Outcome.DONE;
            };
            Controller<ObjectKey> controller = Controller.of(typed).reconcile(reconciler);
            RunningController<ObjectKey> running = new RunningController<>(
                    controller, reconciler, 10, process, server, List.of(informer), _ -> List.of(), new Metrics());
            informer.start();
            running.start();
            env.settle();

            assertThat(seen).hasSize(50);
        }
    }
}
