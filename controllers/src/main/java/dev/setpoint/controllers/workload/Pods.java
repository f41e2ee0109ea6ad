package dev.setpoint.controllers.workload;

import dev.setpoint.machinery.time.Timestamps;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What a controller asks of a pod.
public final class Pods {
    private Pods() {}

    /// Counts towards the replicas of its owner: neither finished nor being deleted.
    public static boolean active(Pod pod) {
        return !finished(pod) && !deleting(pod);
    }

    /// Being deleted, but its containers may still run.
    public static boolean terminating(Pod pod) {
        return !finished(pod) && deleting(pod);
    }

    public static boolean finished(Pod pod) {
        return phase(pod).equals("Succeeded") || phase(pod).equals("Failed");
    }

    /// Whether it stays in the API for a while when it is deleted: until its node has stopped it, or until whoever
    /// holds it back lets go.
    public static boolean lingers(Pod pod) {
        List<String> finalizers = pod.getMetadata().getFinalizers();
        boolean held = finalizers != null && !finalizers.isEmpty();
        Long grace = pod.getSpec() == null ? null : pod.getSpec().getTerminationGracePeriodSeconds();
        return held || (!nodeName(pod).isEmpty() && (grace == null || grace > 0));
    }

    public static boolean deleting(Pod pod) {
        return pod.getMetadata().getDeletionTimestamp() != null;
    }

    /// Shows what a node runs by itself: nobody but the node may end it.
    public static boolean mirror(Pod pod) {
        return Metadata.annotations(pod).containsKey("kubernetes.io/config.mirror");
    }

    /// Empty text when the pod has no status yet.
    public static String phase(Pod pod) {
        return pod.getStatus() == null || pod.getStatus().getPhase() == null
                ? ""
                : pod.getStatus().getPhase();
    }

    /// Empty text when the pod is not assigned.
    public static String nodeName(Pod pod) {
        return pod.getSpec() == null || pod.getSpec().getNodeName() == null
                ? ""
                : pod.getSpec().getNodeName();
    }

    public static boolean ready(Pod pod) {
        return readyCondition(pod).isPresent();
    }

    /// When the pod last became ready; empty when it is not ready, or does not say since when.
    public static Optional<Instant> readySince(Pod pod) {
        return readyCondition(pod).map(PodCondition::getLastTransitionTime).flatMap(Timestamps::parse);
    }

    /// Ready, and has been for at least `minReadySeconds`.
    public static boolean available(Pod pod, int minReadySeconds, Instant now) {
        return ready(pod)
                && (minReadySeconds == 0
                        || readySince(pod)
                                .map(since ->
                                        !since.plusSeconds(minReadySeconds).isAfter(now))
                                .orElse(false));
    }

    /// How long until a pod that is ready becomes available; empty when only another event can make it so.
    public static Optional<Duration> availableIn(Pod pod, int minReadySeconds, Instant now) {
        return readySince(pod)
                .map(since -> Duration.between(now, since.plusSeconds(minReadySeconds)))
                .filter(Duration::isPositive);
    }

    public static Optional<Instant> created(Pod pod) {
        return Optional.ofNullable(pod.getMetadata().getCreationTimestamp()).flatMap(Timestamps::parse);
    }

    /// The restarts of the container that restarted most.
    public static int restarts(Pod pod) {
        return pod.getStatus() == null ? 0 : mostRestarts(pod.getStatus().getContainerStatuses());
    }

    /// Likewise for init containers that keep running beside the others.
    public static int sidecarRestarts(Pod pod) {
        if (pod.getStatus() == null) {
            return 0;
        }
        List<String> sidecars = sidecars(pod);
        return mostRestarts(pod.getStatus().getInitContainerStatuses().stream()
                .filter(status -> sidecars.contains(status.getName()))
                .toList());
    }

    /// The names of the init containers that keep running beside the others.
    public static List<String> sidecars(Pod pod) {
        return pod.getSpec() == null
                ? List.of()
                : pod.getSpec().getInitContainers().stream()
                        .filter(container -> "Always".equals(container.getRestartPolicy()))
                        .map(container -> container.getName())
                        .toList();
    }

    /// What an annotation says about how much it would hurt to lose this pod; zero when it says nothing
    /// readable.
    public static int deletionCost(Pod pod) {
        String text = Metadata.annotation(pod, "controller.kubernetes.io/pod-deletion-cost");
        // Kubernetes refuses a plus sign and leading zeros here, and then counts the cost as zero.
        if (!text.matches("0|-?[1-9][0-9]{0,9}")) {
            return 0;
        }
        long cost = Long.parseLong(text);
        return cost == (int) cost ? (int) cost : 0;
    }

    private static Optional<PodCondition> readyCondition(Pod pod) {
        if (pod.getStatus() == null) {
            return Optional.empty();
        }
        for (PodCondition condition : pod.getStatus().getConditions()) {
            if ("Ready".equals(condition.getType()) && "True".equals(condition.getStatus())) {
                return Optional.of(condition);
            }
        }
        return Optional.empty();
    }

    private static int mostRestarts(List<ContainerStatus> statuses) {
        return statuses.stream()
                .mapToInt(status -> Metadata.orZero(status.getRestartCount()))
                .max()
                .orElse(0);
    }
}
