package dev.setpoint.scheduler.plugin;

import dev.setpoint.scheduler.cluster.ClusterState;
import dev.setpoint.scheduler.cluster.NodeInfo;
import dev.setpoint.scheduler.cluster.PendingPod;
import java.util.List;
import java.util.Optional;

/// Keeps pods on the nodes that their selector and required affinity name; prefers those that they would like.
public final class NodeAffinity implements Filter, Score {
    private static final Rejection NOT_SELECTED =
            Rejection.hopeless(Plugin.NODE_AFFINITY, "node(s) didn't match Pod's node affinity/selector");

    @Override
    public Plugin plugin() {
        return Plugin.NODE_AFFINITY;
    }

    @Override
    public Optional<Check> prepare(PendingPod pod, ClusterState cluster) {
        if (pod.selection().isUnrestricted()) {
            return Optional.empty();
        }
        return Optional.of(node -> pod.selection().accepts(node.facts()) ? null : NOT_SELECTED);
    }

    @Override
    public boolean mayHelp(PendingPod pod, ClusterChange change) {
        return switch (change) {
            case ClusterChange.NodeAdded(var node) -> pod.selection().accepts(node);
            case ClusterChange.NodeUpdated(var before, var after) ->
                !pod.selection().accepts(before) && pod.selection().accepts(after);
            case ClusterChange.NodeRemoved _,
                    ClusterChange.NamespaceChanged _,
                    ClusterChange.StorageChanged _,
                    ClusterChange.PodPlaced _,
                    ClusterChange.PodUpdated _,
                    ClusterChange.PodRemoved _ -> false;
        };
    }

    @Override
    public Optional<Scoring> prepare(PendingPod pod, ClusterState cluster, List<NodeInfo> feasible) {
        if (pod.selection().preferred().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                Scoring.normalized(node -> pod.selection().preference(node.facts()), Normalization.MORE_IS_BETTER));
    }
}
