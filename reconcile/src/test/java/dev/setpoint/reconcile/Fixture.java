package dev.setpoint.reconcile;

import dev.setpoint.apiserver.testing.TestCluster;
import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.client.Client;
import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.ListOptions;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.Target;
import dev.setpoint.client.Typed;
import dev.setpoint.client.TypedClient;
import dev.setpoint.client.testing.FaultSwitches;
import dev.setpoint.reconcile.cache.Informer;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.Map;

/// A world with one process of loops in it, in which a ConfigMap named `parent` wants pods.
final class Fixture implements AutoCloseable {
    static final ObjectKey PARENT = new ObjectKey("default", "parent");

    final TestCluster cluster = TestCluster.create(7);
    final BatonEnv env = cluster.env();
    final Metrics metrics = new Metrics();
    /// Between the process and the server.
    final FaultSwitches faults = new FaultSwitches(env);
    final BatonEnv process = env.child("loops");
    final Loops loops = new Loops(process, faults.over(cluster.client(process, TestCluster.ADMIN, "loops")), metrics);
    final Informer<ConfigMap> parents = loops.informer(ConfigMap.class);
    final Informer<Pod> children = loops.informer(Pod.class);
    /// For the test itself, from outside.
    final Client admin = cluster.admin();

    final TypedClient<ConfigMap> configMaps = Typed.of(ConfigMap.class).over(admin);

    final TypedClient<Pod> pods = Typed.of(Pod.class).over(admin);

    Fixture() {
        forgetConfigMaps(cluster);
    }

    /// A new cluster has a ConfigMap of its own, which wants nothing.
    static void forgetConfigMaps(TestCluster cluster) {
        Target all = Target.collection(Typed.of(ConfigMap.class).resource(), "kube-system");
        cluster.admin().deleteCollection(all, ListOptions.ALL, DeleteOptions.DEFAULT);
    }

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
                .withNewSpec()
                .addNewContainer()
                .withName("main")
                .withImage("nginx")
                .endContainer()
                .endSpec()
                .build();
    }

    @Override
    public void close() {
        cluster.close();
    }
}
