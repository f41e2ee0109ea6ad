package dev.setpoint.scheduler.plugin;

import dev.setpoint.scheduler.cluster.ClusterState;
import dev.setpoint.scheduler.cluster.HostPort;
import dev.setpoint.scheduler.cluster.PendingPod;
import java.util.List;
import java.util.Optional;

/// Keeps pods that want ports of the node off nodes where another has them.
public final class NodePorts implements Filter {
    private static final Rejection TAKEN =
            Rejection.resolvable(Plugin.NODE_PORTS, "node(s) didn't have free ports for the requested pod ports");

    @Override
    public Plugin plugin() {
        return Plugin.NODE_PORTS;
    }

    @Override
    public Optional<Check> prepare(PendingPod pod, ClusterState cluster) {
        List<HostPort> wanted = pod.pod().hostPorts();
        if (wanted.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(node -> HostPort.anyConflict(wanted, node.hostPorts()) ? TAKEN : null);
    }

    @Override
    public boolean mayHelp(PendingPod pod, ClusterChange change) {
        return switch (change) {
            case ClusterChange.NodeAdded _ -> true;
            case ClusterChange.PodRemoved(var gone, var _) ->
                HostPort.anyConflict(pod.pod().hostPorts(), gone.hostPorts());
            case ClusterChange.NodeUpdated _,
                    ClusterChange.NodeRemoved _,
                    ClusterChange.NamespaceChanged _,
                    ClusterChange.StorageChanged _,
                    ClusterChange.PodPlaced _,
                    ClusterChange.PodUpdated _ -> false;
        };
    }
}
