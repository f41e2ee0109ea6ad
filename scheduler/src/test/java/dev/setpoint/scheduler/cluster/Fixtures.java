package dev.setpoint.scheduler.cluster;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;

/// Pods and nodes for tests.
public final class Fixtures {
    private Fixtures() {}

    public static Node node(String name, String cpu, String memory, int pods) {
        return new NodeBuilder()
                .withNewMetadata()
                .withName(name)
                .withUid("uid-" + name)
                .addToLabels("kubernetes.io/hostname", name)
                .endMetadata()
                .withNewSpec()
                .endSpec()
                .withNewStatus()
                .addToAllocatable("cpu", new Quantity(cpu))
                .addToAllocatable("memory", new Quantity(memory))
                .addToAllocatable("pods", new Quantity(Integer.toString(pods)))
                .endStatus()
                .build();
    }

    public static Pod pod(String name, Map<String, String> requests) {
        PodBuilder builder = new PodBuilder()
                .withNewMetadata()
                .withNamespace("default")
                .withName(name)
                .withUid("uid-" + name)
                .withGeneration(1L)
                .addToLabels("app", "demo")
                .endMetadata()
                .withNewSpec()
                .withSchedulerName("default-scheduler")
                .addNewContainer()
                .withName("main")
                .withImage("nginx")
                .withNewResources()
                .endResources()
                .endContainer()
                .endSpec();
        requests.forEach((resource, amount) -> builder.editSpec()
                .editFirstContainer()
                .editResources()
                .addToRequests(resource, new Quantity(amount))
                .endResources()
                .endContainer()
                .endSpec());
        return builder.build();
    }

    public static PendingPod pending(String name, Map<String, String> requests) {
        return PendingPod.read(pod(name, requests));
    }
}
