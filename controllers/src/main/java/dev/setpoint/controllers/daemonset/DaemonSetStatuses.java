package dev.setpoint.controllers.daemonset;

import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.Pods;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.DaemonSetStatus;
import io.fabric8.kubernetes.api.model.apps.DaemonSetStatusBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The status of a DaemonSet, from the nodes and the pods that it has. Where a node has several, the eldest
/// counts.
final class DaemonSetStatuses {
    private DaemonSetStatuses() {}

    static DaemonSetStatus of(
            DaemonSet set, List<Node> nodes, List<Pod> pods, String hash, int collisions, Instant now) {
        Map<String, List<Pod>> onNode = Daemons.byNode(pods);
        List<String> wanted = nodes.stream()
                .filter(node -> NodeFit.of(set, node) == NodeFit.RUN)
                .map(Metadata::name)
                .toList();
        List<Pod> daemons = wanted.stream()
                .filter(onNode::containsKey)
                .map(node -> onNode.getOrDefault(node, List.of()).getFirst())
                .toList();
        long misplaced = nodes.stream()
                .map(Metadata::name)
                .filter(node -> !wanted.contains(node) && onNode.containsKey(node))
                .count();
        int minReadySeconds = Metadata.orZero(set.getSpec().getMinReadySeconds());
        long available = daemons.stream()
                .filter(pod -> Pods.available(pod, minReadySeconds, now))
                .count();
        return new DaemonSetStatusBuilder()
                .withDesiredNumberScheduled(wanted.size())
                .withCurrentNumberScheduled(daemons.size())
                .withNumberMisscheduled((int) misplaced)
                .withNumberReady((int) daemons.stream().filter(Pods::ready).count())
                .withNumberAvailable(nullIfZero(available))
                .withNumberUnavailable(nullIfZero(wanted.size() - available))
                .withUpdatedNumberScheduled(nullIfZero(daemons.stream()
                        .filter(pod -> DaemonTemplates.updated(set, hash, pod))
                        .count()))
                .withObservedGeneration(set.getMetadata().getGeneration())
                .withCollisionCount(nullIfZero(collisions))
                .build();
    }

    /// Kubernetes leaves these counts out when they are zero.
    private static @Nullable Integer nullIfZero(long count) {
        return count == 0 ? null : Math.toIntExact(count);
    }
}
