package dev.setpoint.scheduler.plugin;

import dev.setpoint.scheduler.cluster.ClusterState;
import dev.setpoint.scheduler.cluster.NodeFacts;
import dev.setpoint.scheduler.cluster.NodeInfo;
import dev.setpoint.scheduler.cluster.PendingPod;
import dev.setpoint.scheduler.cluster.Taint;
import dev.setpoint.scheduler.cluster.Toleration;
import java.util.List;
import java.util.Optional;

/// Keeps pods off nodes with taints that they do not tolerate; of the others, prefers those with fewer taints that only
/// ask not to be used.
public final class TaintToleration implements Filter, Score {
    private static final Rejection TAINTED =
            Rejection.hopeless(Plugin.TAINT_TOLERATION, "node(s) had untolerated taint(s)");

    @Override
    public Plugin plugin() {
        return Plugin.TAINT_TOLERATION;
    }

    @Override
    public Optional<Check> prepare(PendingPod pod, ClusterState cluster) {
        return Optional.of(node -> repelled(node.facts(), pod) ? TAINTED : null);
    }

    private static boolean repelled(NodeFacts node, PendingPod pod) {
        return !node.taints().isEmpty() && node.untolerated(pod.tolerations()).isPresent();
    }

    @Override
    public boolean mayHelp(PendingPod pod, ClusterChange change) {
        return switch (change) {
            case ClusterChange.NodeAdded(var node) -> !repelled(node, pod);
            case ClusterChange.NodeUpdated(var before, var after) -> repelled(before, pod) && !repelled(after, pod);
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
        return Optional.of(Scoring.normalized(
                node -> intolerable(node.facts(), pod.tolerations()), Normalization.FEWER_IS_BETTER));
    }

    private static long intolerable(NodeFacts node, List<Toleration> tolerations) {
        long count = 0;
        for (Taint taint : node.taints()) {
            if (taint.discourages() && !Toleration.anyTolerates(tolerations, taint)) {
                count++;
            }
        }
        return count;
    }
}
