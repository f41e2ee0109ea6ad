package dev.setpoint.scheduler.cluster;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// A pod that waits for a node: what it takes, and everything that it demands of a node.
///
/// @param images names as nodes report them, one for each container, init containers included
/// @param spread its own topology spread constraints; empty lets the defaults apply
/// @param controller who made it, for the default constraints
/// @param gates what holds it back from scheduling altogether
/// @param preempts false when its policy is never to push others out
/// @param schedulerName whose profile places it
/// @param nominated the node where others were pushed out for it; empty text when none were
public record PendingPod(
        PodInfo pod,
        NodeSelection selection,
        List<Toleration> tolerations,
        List<String> images,
        List<SpreadConstraint> spread,
        Optional<Controller> controller,
        List<String> gates,
        boolean preempts,
        String schedulerName,
        String nominated) {
    public record Controller(String apiVersion, String kind, String name) {}

    public static PendingPod read(Pod pod) {
        PodSpec spec = pod.getSpec();
        PodInfo info = PodInfo.read(pod);
        return new PendingPod(
                info,
                NodeSelection.read(spec),
                spec.getTolerations().stream().map(Toleration::read).toList(),
                images(spec),
                spec.getTopologySpreadConstraints().stream()
                        .map(constraint -> SpreadConstraint.read(constraint, info.labels()))
                        .toList(),
                controller(pod),
                spec.getSchedulingGates().stream().map(gate -> gate.getName()).toList(),
                !"Never".equals(spec.getPreemptionPolicy()),
                Objects.requireNonNullElse(spec.getSchedulerName(), ""),
                pod.getStatus() == null
                        ? ""
                        : Objects.requireNonNullElse(pod.getStatus().getNominatedNodeName(), ""));
    }

    private static List<String> images(PodSpec spec) {
        List<String> images = new ArrayList<>();
        for (Container container : spec.getInitContainers()) {
            images.add(normalized(container.getImage()));
        }
        for (Container container : spec.getContainers()) {
            images.add(normalized(container.getImage()));
        }
        return List.copyOf(images);
    }

    /// `nginx` means `nginx:latest`; a colon before the last slash is a port, not a tag.
    private static String normalized(String image) {
        return image.lastIndexOf(':') <= image.lastIndexOf('/') ? image + ":latest" : image;
    }

    private static Optional<Controller> controller(Pod pod) {
        for (OwnerReference owner : pod.getMetadata().getOwnerReferences()) {
            if (Boolean.TRUE.equals(owner.getController())) {
                return Optional.of(new Controller(owner.getApiVersion(), owner.getKind(), owner.getName()));
            }
        }
        return Optional.empty();
    }

    @Override
    public String toString() {
        return pod.toString();
    }
}
