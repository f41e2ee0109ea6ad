package dev.setpoint.scheduler.cluster;

import io.fabric8.kubernetes.api.model.ContainerImage;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What the API says of a node, as far as placing pods depends on it.
///
/// @param images sizes in bytes by name
public record NodeFacts(
        String name,
        Map<String, String> labels,
        List<Taint> taints,
        boolean unschedulable,
        Resources allocatable,
        long allowedPods,
        Map<String, Long> images) {
    public static NodeFacts read(Node node) {
        Map<String, Quantity> allocatable =
                node.getStatus() == null || node.getStatus().getAllocatable() == null
                        ? Map.of()
                        : node.getStatus().getAllocatable();
        Map<String, String> labels = node.getMetadata().getLabels();
        return new NodeFacts(
                node.getMetadata().getName(),
                labels == null ? Map.of() : labels,
                node.getSpec() == null
                        ? List.of()
                        : node.getSpec().getTaints().stream().map(Taint::read).toList(),
                node.getSpec() != null && Boolean.TRUE.equals(node.getSpec().getUnschedulable()),
                Resources.read(allocatable),
                Resources.units(allocatable.get("pods")),
                images(node));
    }

    private static Map<String, Long> images(Node node) {
        if (node.getStatus() == null || node.getStatus().getImages().isEmpty()) {
            return Map.of();
        }
        Map<String, Long> images = new LinkedHashMap<>();
        for (ContainerImage image : node.getStatus().getImages()) {
            long size = image.getSizeBytes() == null ? 0 : image.getSizeBytes();
            image.getNames().forEach(name -> images.put(name, size));
        }
        return images;
    }

    /// The first taint that keeps such a pod away.
    public Optional<Taint> untolerated(List<Toleration> tolerations) {
        for (Taint taint : taints) {
            if (taint.repels() && !Toleration.anyTolerates(tolerations, taint)) {
                return Optional.of(taint);
            }
        }
        return Optional.empty();
    }

    /// Region and zone: nodes are looked at zone by zone in turn, so that a sample of them covers all zones.
    String zone() {
        return labels.getOrDefault("topology.kubernetes.io/region", "")
                + '\0'
                + labels.getOrDefault("topology.kubernetes.io/zone", "");
    }
}
