package dev.setpoint.scheduler.cluster;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodAffinityTerm;
import io.fabric8.kubernetes.api.model.PodAffinityTermBuilder;
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

    public static Node zoned(String name, String zone) {
        return new NodeBuilder(node(name, "8", "8Gi", 20))
                .editMetadata()
                .addToLabels("topology.kubernetes.io/zone", zone)
                .endMetadata()
                .build();
    }

    public static Pod labelled(String name, String app) {
        return new PodBuilder(pod(name, Map.of()))
                .editMetadata()
                .addToLabels("app", app)
                .endMetadata()
                .build();
    }

    public static Pod important(String name, int priority, Map<String, String> requests) {
        return new PodBuilder(pod(name, requests))
                .editSpec()
                .withPriority(priority)
                .endSpec()
                .build();
    }

    public static PodAffinityTerm term(String app, String topologyKey) {
        return new PodAffinityTermBuilder()
                .withNewLabelSelector()
                .addToMatchLabels("app", app)
                .endLabelSelector()
                .withTopologyKey(topologyKey)
                .build();
    }

    /// Keeps away from pods of this app.
    public static Pod apart(Pod pod, PodAffinityTerm... terms) {
        return new PodBuilder(pod)
                .editSpec()
                .editOrNewAffinity()
                .withNewPodAntiAffinity()
                .addToRequiredDuringSchedulingIgnoredDuringExecution(terms)
                .endPodAntiAffinity()
                .endAffinity()
                .endSpec()
                .build();
    }

    public static Pod near(Pod pod, PodAffinityTerm... terms) {
        return new PodBuilder(pod)
                .editSpec()
                .editOrNewAffinity()
                .withNewPodAffinity()
                .addToRequiredDuringSchedulingIgnoredDuringExecution(terms)
                .endPodAffinity()
                .endAffinity()
                .endSpec()
                .build();
    }
}
