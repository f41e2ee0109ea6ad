package dev.setpoint.reconcile;

import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.Typed;
import dev.setpoint.client.TypedClient;
import dev.setpoint.client.testing.FakeClient;
import dev.setpoint.reconcile.cache.Informer;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.Map;

/// A world with one process of loops in it, in which a ConfigMap named `parent` wants pods.
final class Fixture implements AutoCloseable {
    static final ObjectKey PARENT = new ObjectKey("default", "parent");

    final BatonEnv env = BatonEnv.create(7);
    final Metrics metrics = new Metrics();
    final FakeClient server = new FakeClient(env);
    final Loops loops = new Loops(env.child("loops"), server, metrics);
    final Informer<ConfigMap> parents = loops.informer(ConfigMap.class);
    final Informer<Pod> children = loops.informer(Pod.class);
    /// For the test itself, from outside.
    final TypedClient<ConfigMap> configMaps = Typed.of(ConfigMap.class).over(server);

    final TypedClient<Pod> pods = Typed.of(Pod.class).over(server);

    ConfigMap createParent() {
        return configMaps.create(parent("parent"));
    }

    static ConfigMap parent(String name) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace("default")
                .withName(name)
                .endMetadata()
                .withData(Map.of("replicas", "1"))
                .build();
    }

    /// Changes the parent, which wakes its key.
    void touch(String value) {
        configMaps.update(
                configMaps.get(PARENT).edit().addToData("touched", value).build());
    }

    static Pod childOf(ConfigMap parent) {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace("default")
                .withGenerateName(parent.getMetadata().getName() + "-")
                .addNewOwnerReference()
                .withApiVersion("v1")
                .withKind("ConfigMap")
                .withName(parent.getMetadata().getName())
                .withUid(parent.getMetadata().getUid())
                .withController(true)
                .endOwnerReference()
                .endMetadata()
                .build();
    }

    @Override
    public void close() {
        env.close();
    }
}
