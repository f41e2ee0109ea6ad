package dev.setpoint.controllers.endpointslice;

import dev.setpoint.controllers.workload.ControllerReferences;
import dev.setpoint.controllers.workload.Metadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// What to do about the EndpointSlices of a Service.
public final class EndpointSlicePlan {
    static final String NAME = "endpointslice-controller.k8s.io";
    static final int MOST_ENDPOINTS = 100;

    private EndpointSlicePlan() {}

    /// @param pods those that the Service selects
    /// @param nodes finds a node by its name
    /// @param existing the slices of the Service that this loop manages
    public static List<SliceAction> plan(
            Service service, List<Pod> pods, Function<String, Optional<Node>> nodes, List<EndpointSlice> existing) {
        boolean selects = !Metadata.orEmpty(service.getSpec().getSelector()).isEmpty();
        if (!selects || Metadata.deleting(service)) {
            return List.of(); // Endpoints by hand, or slices that go with their Service.
        }
        return packing(service).plan(PodEndpoints.of(service, pods, nodes), existing);
    }

    private static SlicePacking packing(Service service) {
        return new SlicePacking(
                new SlicePacking.Owner(
                        service.getMetadata().getNamespace(),
                        Metadata.name(service),
                        ControllerReferences.reference(service)),
                labels(service),
                Map.of(),
                MOST_ENDPOINTS);
    }

    /// Those of the Service, and those by which slices are found.
    private static Map<String, String> labels(Service service) {
        Map<String, String> labels = new LinkedHashMap<>(Metadata.labels(service));
        labels.remove(SlicePacking.HEADLESS);
        if (PodEndpoints.headless(service)) {
            labels.put(SlicePacking.HEADLESS, "");
        }
        labels.put(SlicePacking.SERVICE_NAME, Metadata.name(service));
        labels.put(SlicePacking.MANAGED_BY, NAME);
        return labels;
    }
}
