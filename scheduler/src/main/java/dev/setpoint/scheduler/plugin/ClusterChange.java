package dev.setpoint.scheduler.plugin;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.scheduler.cluster.NodeFacts;
import dev.setpoint.scheduler.cluster.NodeInfo;
import dev.setpoint.scheduler.cluster.PodInfo;

/// What happened that may let a waiting pod go. Waiting pods are looked at again when something like this concerns
/// them, not from time to time.
public sealed interface ClusterChange {
    record NodeAdded(NodeFacts node) implements ClusterChange {}

    record NodeUpdated(NodeFacts before, NodeFacts after) implements ClusterChange {}

    record NodeRemoved(NodeFacts node) implements ClusterChange {}

    /// A pod came to lie on a node.
    record PodPlaced(PodInfo pod) implements ClusterChange {}

    /// A pod on a node has other labels, holds other amounts or began to go away.
    record PodUpdated(PodInfo before, PodInfo after, NodeInfo node) implements ClusterChange {}

    /// A namespace has other labels.
    record NamespaceChanged(String name) implements ClusterChange {}

    /// A claim, a volume, a class of volumes or what a node can attach came, changed or went.
    record StorageChanged(ObjectKey key) implements ClusterChange {}

    /// A pod left its node.
    record PodRemoved(PodInfo pod, NodeInfo node) implements ClusterChange {}

    /// Whether it may bring a volume within the reach of a node: the storage moved, or what a node says of where it is.
    default boolean mayBringStorageInReach() {
        return switch (this) {
            case NodeAdded _, StorageChanged _ -> true;
            case NodeUpdated(var before, var after) -> !before.labels().equals(after.labels());
            case NodeRemoved _, NamespaceChanged _, PodPlaced _, PodUpdated _, PodRemoved _ -> false;
        };
    }
}
