package dev.setpoint.controllers.mirroring;

import dev.setpoint.controllers.endpointslice.PodEndpoints;
import dev.setpoint.controllers.endpointslice.SliceAction;
import dev.setpoint.controllers.endpointslice.SlicePacking;
import dev.setpoint.controllers.endpointslice.SlicePacking.Group;
import dev.setpoint.controllers.workload.ControllerReferences;
import dev.setpoint.controllers.workload.Metadata;
import io.fabric8.kubernetes.api.model.EndpointAddress;
import io.fabric8.kubernetes.api.model.EndpointSubset;
import io.fabric8.kubernetes.api.model.Endpoints;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.discovery.v1.Endpoint;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointBuilder;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointPort;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointPortBuilder;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What to do about the slices that mirror one Endpoints object.
final class MirroringPlan {
    static final String NAME = "endpointslicemirroring-controller.k8s.io";

    private static final int MOST_ENDPOINTS = 1000;
    private static final String SKIP = "endpointslice.kubernetes.io/skip-mirror";
    private static final String LEADER = "control-plane.alpha.kubernetes.io/leader";
    private static final List<String> PRIVATE_ANNOTATIONS = List.of(
            "kubectl.kubernetes.io/last-applied-configuration", "endpoints.kubernetes.io/last-change-trigger-time");

    private MirroringPlan() {}

    /// @param existing the slices that mirror the Endpoints of this name
    static List<SliceAction> plan(
            Optional<Endpoints> endpoints, Optional<Service> service, List<EndpointSlice> existing) {
        boolean mirrored = endpoints.filter(MirroringPlan::wanted).isPresent()
                && service.filter(found ->
                                Metadata.orEmpty(found.getSpec().getSelector()).isEmpty())
                        .isPresent();
        if (!mirrored) {
            return existing.stream().<SliceAction>map(SliceAction.Delete::new).toList();
        }
        return packing(endpoints.orElseThrow()).plan(groups(endpoints.orElseThrow()), existing);
    }

    private static boolean wanted(Endpoints endpoints) {
        return !"true".equals(Metadata.labels(endpoints).get(SKIP))
                && !Metadata.annotations(endpoints).containsKey(LEADER)
                && !Metadata.deleting(endpoints);
    }

    private static SlicePacking packing(Endpoints endpoints) {
        Map<String, String> labels = new LinkedHashMap<>(Metadata.labels(endpoints));
        labels.put(SlicePacking.SERVICE_NAME, Metadata.name(endpoints));
        labels.put(SlicePacking.MANAGED_BY, NAME);
        Map<String, String> annotations = new LinkedHashMap<>(Metadata.annotations(endpoints));
        PRIVATE_ANNOTATIONS.forEach(annotations::remove);
        return new SlicePacking(
                new SlicePacking.Owner(
                        endpoints.getMetadata().getNamespace(),
                        Metadata.name(endpoints),
                        ControllerReferences.reference(endpoints)),
                labels,
                annotations,
                MOST_ENDPOINTS);
    }

    private static Map<Group, List<Endpoint>> groups(Endpoints endpoints) {
        Map<Group, List<Endpoint>> groups = new LinkedHashMap<>();
        for (EndpointSubset subset : endpoints.getSubsets()) {
            List<EndpointPort> ports = subset.getPorts().stream()
                    .map(port -> new EndpointPortBuilder()
                            .withName(port.getName() == null ? "" : port.getName())
                            .withPort(port.getPort())
                            .withProtocol(port.getProtocol())
                            .withAppProtocol(port.getAppProtocol())
                            .build())
                    .toList();
            subset.getAddresses().forEach(address -> add(groups, ports, address, true));
            subset.getNotReadyAddresses().forEach(address -> add(groups, ports, address, false));
        }
        return groups;
    }

    private static void add(
            Map<Group, List<Endpoint>> groups, List<EndpointPort> ports, EndpointAddress address, boolean ready) {
        Group group = new Group(PodEndpoints.family(address.getIp()), ports);
        groups.computeIfAbsent(group, _ -> new ArrayList<>()).add(endpoint(address, ready));
    }

    private static Endpoint endpoint(EndpointAddress address, boolean ready) {
        return new EndpointBuilder()
                .withAddresses(address.getIp())
                .withNewConditions()
                .withReady(ready)
                .endConditions()
                .withHostname(address.getHostname())
                .withNodeName(address.getNodeName())
                .withTargetRef(address.getTargetRef())
                .build();
    }
}
