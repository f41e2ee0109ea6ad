package dev.setpoint.controllers.endpointslice;

import dev.setpoint.controllers.endpointslice.SlicePacking.Group;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.Pods;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodIP;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.discovery.v1.Endpoint;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointBuilder;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointHintsBuilder;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointPort;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointPortBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The endpoints that stand behind a Service, from the pods that it selects.
public final class PodEndpoints {
    private static final String ZONE = "topology.kubernetes.io/zone";

    private PodEndpoints() {}

    /// By what a slice has in common. A family of addresses without any endpoint has one group without ports.
    ///
    /// @param nodes finds a node by its name
    public static Map<Group, List<Endpoint>> of(
            Service service, List<Pod> pods, Function<String, Optional<Node>> nodes) {
        Map<Group, List<Endpoint>> groups = new LinkedHashMap<>();
        for (String family : families(service)) {
            for (Pod pod : pods) {
                List<String> addresses = addresses(pod, family);
                Optional<Node> node = nodes.apply(Pods.nodeName(pod));
                // A pod on a node that is no more is on its way out, unless somebody wants to know of every pod.
                boolean placed = node.isPresent() || publishesNotReady(service);
                if (!Pods.finished(pod) && !addresses.isEmpty() && placed) {
                    groups.computeIfAbsent(new Group(family, ports(service, pod)), _ -> new ArrayList<>())
                            .add(endpoint(service, pod, node, addresses));
                }
            }
            if (groups.keySet().stream().noneMatch(group -> group.addressType().equals(family))) {
                groups.put(new Group(family, List.of()), List.of());
            }
        }
        return groups;
    }

    public static boolean publishesNotReady(Service service) {
        return Boolean.TRUE.equals(service.getSpec().getPublishNotReadyAddresses());
    }

    public static boolean headless(Service service) {
        String address = service.getSpec().getClusterIP();
        return address == null || address.isEmpty() || address.equals("None");
    }

    /// Whether the pod's hostname is a name within the Service.
    public static boolean namesItself(Service service, Pod pod) {
        String hostname = pod.getSpec().getHostname();
        return hostname != null
                && !hostname.isEmpty()
                && Metadata.name(service).equals(pod.getSpec().getSubdomain());
    }

    /// The number behind a port of the Service on this pod; empty when the pod has no port of that name.
    public static Optional<Integer> targetPort(Pod pod, ServicePort port) {
        if (port.getTargetPort() == null) {
            return Optional.of(port.getPort());
        }
        String name = port.getTargetPort().getStrVal();
        if (name == null) {
            return Optional.ofNullable(port.getTargetPort().getIntVal());
        }
        return Stream.concat(
                        pod.getSpec().getContainers().stream(),
                        pod.getSpec().getInitContainers().stream()
                                .filter(container -> "Always".equals(container.getRestartPolicy())))
                .flatMap(container -> container.getPorts().stream())
                .filter(each -> name.equals(each.getName())
                        && protocol(each.getProtocol()).equals(protocol(port.getProtocol())))
                .map(each -> each.getContainerPort())
                .findFirst();
    }

    private static List<String> families(Service service) {
        if ("ExternalName".equals(service.getSpec().getType())) {
            return List.of();
        }
        List<String> families = service.getSpec().getIpFamilies();
        return families == null || families.isEmpty() ? List.of("IPv4") : families;
    }

    private static List<String> addresses(Pod pod, String family) {
        if (pod.getStatus() == null) {
            return List.of();
        }
        return pod.getStatus().getPodIPs().stream()
                .map(PodIP::getIp)
                .filter(address -> family(address).equals(family))
                .toList();
    }

    /// `IPv4` or `IPv6`.
    public static String family(String address) {
        return address.contains(":") ? "IPv6" : "IPv4";
    }

    private static List<EndpointPort> ports(Service service, Pod pod) {
        List<EndpointPort> ports = new ArrayList<>();
        for (ServicePort port : service.getSpec().getPorts()) {
            targetPort(pod, port)
                    .ifPresent(number -> ports.add(new EndpointPortBuilder()
                            .withName(port.getName() == null ? "" : port.getName())
                            .withPort(number)
                            .withProtocol(protocol(port.getProtocol()))
                            .withAppProtocol(port.getAppProtocol())
                            .build()));
        }
        return ports;
    }

    private static String protocol(@Nullable String protocol) {
        return protocol == null || protocol.isEmpty() ? "TCP" : protocol;
    }

    private static Endpoint endpoint(Service service, Pod pod, Optional<Node> node, List<String> addresses) {
        boolean serving = Pods.ready(pod);
        boolean ready = publishesNotReady(service) || (serving && !Pods.deleting(pod));
        EndpointBuilder endpoint = new EndpointBuilder()
                .withAddresses(addresses)
                .withNewConditions(ready, serving, Pods.deleting(pod))
                .withNewTargetRef()
                .withKind("Pod")
                .withNamespace(pod.getMetadata().getNamespace())
                .withName(Metadata.name(pod))
                .withUid(Metadata.uid(pod))
                .endTargetRef();
        if (!Pods.nodeName(pod).isEmpty()) {
            endpoint.withNodeName(Pods.nodeName(pod));
        }
        String zone = node.map(Metadata::labels).map(labels -> labels.get(ZONE)).orElse("");
        if (!zone.isEmpty()) {
            endpoint.withZone(zone);
        }
        if (namesItself(service, pod)) {
            endpoint.withHostname(pod.getSpec().getHostname());
        }
        if (ready) {
            hint(endpoint, service, zone);
        }
        return endpoint.build();
    }

    /// For whom an endpoint is meant, where the Service prefers what is near.
    private static void hint(EndpointBuilder endpoint, Service service, String zone) {
        String preference = service.getSpec().getTrafficDistribution();
        if (preference == null || (zone.isEmpty() && !preference.equals("PreferSameNode"))) {
            return;
        }
        EndpointHintsBuilder hints = new EndpointHintsBuilder();
        if (!zone.isEmpty()) {
            hints.addNewForZone(zone);
        }
        if (preference.equals("PreferSameNode") && endpoint.getNodeName() != null) {
            hints.addNewForNode(endpoint.getNodeName());
        }
        endpoint.withHints(hints.build());
    }
}
