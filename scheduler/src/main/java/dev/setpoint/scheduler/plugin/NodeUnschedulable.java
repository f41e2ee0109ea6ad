package dev.setpoint.scheduler.plugin;

import dev.setpoint.scheduler.cluster.ClusterState;
import dev.setpoint.scheduler.cluster.PendingPod;
import dev.setpoint.scheduler.cluster.Taint;
import dev.setpoint.scheduler.cluster.Toleration;
import java.util.Optional;

/// Keeps pods off cordoned nodes, unless they tolerate the taint that stands for it.
public final class NodeUnschedulable implements Filter {
    private static final Taint CORDON = new Taint("node.kubernetes.io/unschedulable", "", Taint.Effect.NO_SCHEDULE);
    private static final Rejection CORDONED =
            Rejection.hopeless(Plugin.NODE_UNSCHEDULABLE, "node(s) were unschedulable");

    @Override
    public Plugin plugin() {
        return Plugin.NODE_UNSCHEDULABLE;
    }

    @Override
    public Optional<Check> prepare(PendingPod pod, ClusterState cluster) {
        if (Toleration.anyTolerates(pod.tolerations(), CORDON)) {
            return Optional.empty();
        }
        return Optional.of(node -> node.facts().unschedulable() ? CORDONED : null);
    }

    @Override
    public boolean mayHelp(PendingPod pod, ClusterChange change) {
        return switch (change) {
            case ClusterChange.NodeAdded(var node) -> !node.unschedulable();
            case ClusterChange.NodeUpdated(var before, var after) -> before.unschedulable() && !after.unschedulable();
            case ClusterChange.NodeRemoved _,
                    ClusterChange.NamespaceChanged _,
                    ClusterChange.StorageChanged _,
                    ClusterChange.PodPlaced _,
                    ClusterChange.PodUpdated _,
                    ClusterChange.PodRemoved _ -> false;
        };
    }
}
