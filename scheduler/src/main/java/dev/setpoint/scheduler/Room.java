package dev.setpoint.scheduler;

import dev.setpoint.scheduler.cluster.ClusterState;
import dev.setpoint.scheduler.cluster.NodeInfo;
import dev.setpoint.scheduler.cluster.PendingPod;
import dev.setpoint.scheduler.cluster.Resources;
import dev.setpoint.scheduler.plugin.ClusterChange;
import java.util.Optional;
import java.util.function.Predicate;

/// The room that a change made on one node, given away pod by pod: decides who of those that hoped for it is tried at
/// once. Giving is not placing; whoever is tried may end up elsewhere.
final class Room implements Predicate<PendingPod> {
    private final Profiles profiles;
    private final NodeInfo node;
    private Resources left;
    private long pods;

    private Room(Profiles profiles, NodeInfo node) {
        this.profiles = profiles;
        this.node = node;
        this.left = node.facts().allocatable().minus(node.requested());
        this.pods = node.facts().allowedPods() - node.podCount();
    }

    /// Nobody fits into a change that makes no room on a node.
    static Predicate<PendingPod> madeBy(ClusterChange change, ClusterState cluster, Profiles profiles) {
        Optional<NodeInfo> node = switch (change) {
            case ClusterChange.NodeAdded(var facts) -> cluster.node(facts.name());
            case ClusterChange.NodeUpdated(var _, var facts) -> cluster.node(facts.name());
            case ClusterChange.PodUpdated(var _, var _, var where) -> cluster.node(where.name());
            case ClusterChange.PodRemoved(var _, var where) -> cluster.node(where.name());
            case ClusterChange.NodeRemoved _,
                    ClusterChange.PodPlaced _,
                    ClusterChange.NamespaceChanged _,
                    ClusterChange.StorageChanged _ -> Optional.empty();
        };
        return node.<Predicate<PendingPod>>map(found -> new Room(profiles, found))
                .orElse(_ -> false);
    }

    @Override
    public boolean test(PendingPod pod) {
        Resources wanted = pod.pod().held();
        if (pods <= 0 || !wanted.isWithin(left) || profiles.of(pod).reject(pod, node) != null) {
            return false;
        }
        left = left.minus(wanted);
        pods--;
        return true;
    }
}
