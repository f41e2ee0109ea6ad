package dev.setpoint.scheduler.plugin;

import dev.setpoint.scheduler.cluster.ClusterState;
import dev.setpoint.scheduler.cluster.NodeInfo;
import dev.setpoint.scheduler.cluster.PendingPod;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Says which nodes a pod cannot go to.
public interface Filter {
    Plugin plugin();

    /// Why no node at all will do for such a pod, when that can be said without looking at any.
    default Optional<String> refuse(PendingPod pod, ClusterState cluster) {
        return Optional.empty();
    }

    /// Looks at the pod before any node is; empty when this filter has nothing to say about such a pod.
    Optional<Check> prepare(PendingPod pod, ClusterState cluster);

    /// Whether a pod that this filter turned away may pass after such a change. In doubt, yes.
    boolean mayHelp(PendingPod pod, ClusterChange change);

    /// One pod against node after node.
    @FunctionalInterface
    interface Check {
        /// Null when the node will do. Called for every node of every pod: no box around the answer.
        @Nullable
        Rejection reject(NodeInfo node);
    }
}
