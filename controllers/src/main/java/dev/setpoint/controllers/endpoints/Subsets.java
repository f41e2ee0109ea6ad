package dev.setpoint.controllers.endpoints;

import dev.setpoint.controllers.endpointslice.PodEndpoints;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.Pods;
import io.fabric8.kubernetes.api.model.EndpointAddress;
import io.fabric8.kubernetes.api.model.EndpointAddressBuilder;
import io.fabric8.kubernetes.api.model.EndpointPort;
import io.fabric8.kubernetes.api.model.EndpointPortBuilder;
import io.fabric8.kubernetes.api.model.EndpointSubset;
import io.fabric8.kubernetes.api.model.EndpointSubsetBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodIP;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServicePort;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The subsets of an Endpoints object: each holds the addresses that are reached on the same ports.
///
/// @param truncated whether there were more addresses than such an object may hold
record Subsets(List<EndpointSubset> subsets, boolean truncated) {
    /// Ready addresses have precedence over others.
    private static final int MOST_ADDRESSES = 1000;

    private record Address(EndpointAddress address, boolean ready) {}

    static Subsets of(Service service, List<Pod> pods) {
        List<Pod> placed = pods.stream()
                .filter(pod -> belongs(service, pod))
                .sorted(Comparator.comparing((Pod pod) -> !ready(service, pod)))
                .toList();
        List<Pod> held = placed.subList(0, Math.min(placed.size(), MOST_ADDRESSES));
        return new Subsets(grouped(byPort(service, held)), held.size() < placed.size());
    }

    /// A pod that is going away is only of interest to those who want to know of every pod.
    private static boolean belongs(Service service, Pod pod) {
        return !Pods.finished(pod)
                && address(service, pod).isPresent()
                && (!Pods.deleting(pod) || PodEndpoints.publishesNotReady(service));
    }

    private static boolean ready(Service service, Pod pod) {
        return PodEndpoints.publishesNotReady(service) || Pods.ready(pod);
    }

    /// The key is empty for a headless Service without ports.
    private static Map<Optional<EndpointPort>, List<Address>> byPort(Service service, List<Pod> pods) {
        Map<Optional<EndpointPort>, List<Address>> byPort = new LinkedHashMap<>();
        for (Pod pod : pods) {
            Address address = new Address(endpointAddress(service, pod), ready(service, pod));
            if (service.getSpec().getPorts().isEmpty()) {
                byPort.computeIfAbsent(Optional.empty(), _ -> new ArrayList<>()).add(address);
            }
            for (ServicePort port : service.getSpec().getPorts()) {
                PodEndpoints.targetPort(pod, port)
                        .map(number -> endpointPort(port, number))
                        .ifPresent(found -> byPort.computeIfAbsent(Optional.of(found), _ -> new ArrayList<>())
                                .add(address));
            }
        }
        return byPort;
    }

    private static List<EndpointSubset> grouped(Map<Optional<EndpointPort>, List<Address>> byPort) {
        Map<List<Address>, List<EndpointPort>> byAddresses = new LinkedHashMap<>();
        byPort.forEach((port, addresses) -> {
            List<EndpointPort> ports = byAddresses.computeIfAbsent(addresses, _ -> new ArrayList<>());
            port.ifPresent(ports::add);
        });
        List<EndpointSubset> subsets = new ArrayList<>();
        byAddresses.forEach((addresses, ports) -> subsets.add(new EndpointSubsetBuilder()
                .withAddresses(those(addresses, true))
                .withNotReadyAddresses(those(addresses, false))
                .withPorts(ports)
                .build()));
        return subsets;
    }

    private static List<EndpointAddress> those(List<Address> addresses, boolean ready) {
        return addresses.stream()
                .filter(each -> each.ready == ready)
                .map(Address::address)
                .sorted(Comparator.comparing(EndpointAddress::getIp))
                .toList();
    }

    private static EndpointPort endpointPort(ServicePort port, int number) {
        return new EndpointPortBuilder()
                .withName(port.getName() == null || port.getName().isEmpty() ? null : port.getName())
                .withPort(number)
                .withProtocol(port.getProtocol() == null ? "TCP" : port.getProtocol())
                .withAppProtocol(port.getAppProtocol())
                .build();
    }

    private static EndpointAddress endpointAddress(Service service, Pod pod) {
        return new EndpointAddressBuilder()
                .withIp(address(service, pod).orElseThrow())
                .withNodeName(Pods.nodeName(pod).isEmpty() ? null : Pods.nodeName(pod))
                .withHostname(
                        PodEndpoints.namesItself(service, pod) ? pod.getSpec().getHostname() : null)
                .withNewTargetRef()
                .withKind("Pod")
                .withNamespace(pod.getMetadata().getNamespace())
                .withName(Metadata.name(pod))
                .withUid(Metadata.uid(pod))
                .endTargetRef()
                .build();
    }

    /// The pod's address in the first family of the Service.
    private static Optional<String> address(Service service, Pod pod) {
        if (pod.getStatus() == null) {
            return Optional.empty();
        }
        List<String> families = service.getSpec().getIpFamilies();
        return pod.getStatus().getPodIPs().stream()
                .map(PodIP::getIp)
                .filter(ip -> families == null
                        || families.isEmpty()
                        || families.getFirst().equals(PodEndpoints.family(ip)))
                .findFirst();
    }
}
