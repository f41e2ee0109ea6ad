package dev.setpoint.controllers.podgc;

import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.Pods;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Which pods are to be deleted, and why.
final class PodGcPlan {
    /// More pods than this that have ended are not kept.
    static final int MOST_TERMINATED = 12_500;

    private static final String OUT_OF_SERVICE = "node.kubernetes.io/out-of-service";

    private PodGcPlan() {}

    sealed interface Action {
        Pod pod();

        /// Its node is no more.
        record BuryOrphan(Pod pod) implements Action {}

        /// It was deleted and never had a node.
        record ForceUnscheduled(Pod pod) implements Action {}

        /// It was deleted, and its node will not come back to say that it has ended.
        record BuryOutOfService(Pod pod) implements Action {}

        /// It has ended long ago.
        record ForceTerminated(Pod pod) implements Action {}
    }

    /// @param pods those that may be concerned
    /// @param lost the names of nodes that have been gone for long enough
    static List<Action> plan(List<Pod> pods, Map<String, Node> nodes, Set<String> lost, int mostTerminated) {
        List<Action> actions = new ArrayList<>();
        List<Pod> terminated = new ArrayList<>();
        for (Pod pod : pods) {
            if (Pods.mirror(pod)) {
                continue;
            }
            Node node = nodes.get(Pods.nodeName(pod));
            if (lost.contains(Pods.nodeName(pod)) && node == null) {
                actions.add(new Action.BuryOrphan(pod));
            } else if (Pods.deleting(pod) && Pods.nodeName(pod).isEmpty()) {
                actions.add(new Action.ForceUnscheduled(pod));
            } else if (Pods.deleting(pod) && node != null && outOfService(node)) {
                actions.add(new Action.BuryOutOfService(pod));
            } else if (Pods.finished(pod) && !Pods.deleting(pod)) {
                terminated.add(pod);
            }
        }
        terminated.stream()
                .sorted(Comparator.comparing(Metadata::created).thenComparing(Metadata::uid))
                .limit(Math.max(0, terminated.size() - mostTerminated))
                .forEach(pod -> actions.add(new Action.ForceTerminated(pod)));
        return actions;
    }

    private static boolean outOfService(Node node) {
        boolean ready = node.getStatus() != null
                && node.getStatus().getConditions().stream()
                        .anyMatch(each -> "Ready".equals(each.getType()) && "True".equals(each.getStatus()));
        return !ready
                && node.getSpec() != null
                && node.getSpec().getTaints().stream().anyMatch(taint -> OUT_OF_SERVICE.equals(taint.getKey()));
    }
}
