package dev.setpoint.scheduler.cluster;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ObjIntConsumer;

/// All pods of one namespace with equal labels and affinity that are equally alive, and how many of them lie on which
/// node.
///
/// A ReplicaSet's pods are one class. So "how many pods that this selector matches are on each node" asks one question
/// for thousands of pods.
public final class PodClass {
    private final Identity identity;
    private final Map<NodeInfo, Integer> counts = new LinkedHashMap<>();

    record Identity(String namespace, Map<String, String> labels, boolean terminating, PodAffinity affinity) {}

    PodClass(Identity identity) {
        this.identity = identity;
    }

    Identity identity() {
        return identity;
    }

    public String namespace() {
        return identity.namespace();
    }

    public PodAffinity affinity() {
        return identity.affinity();
    }

    public Map<String, String> labels() {
        return identity.labels();
    }

    public boolean terminating() {
        return identity.terminating();
    }

    /// Nodes that the API does not know are left out: they have no place in any topology.
    public void forEachNode(ObjIntConsumer<NodeInfo> action) {
        counts.forEach((node, count) -> {
            if (node.exists()) {
                action.accept(node, count);
            }
        });
    }

    void add(NodeInfo node) {
        counts.merge(node, 1, Integer::sum);
    }

    void remove(NodeInfo node) {
        counts.computeIfPresent(node, (_, count) -> count == 1 ? null : count - 1);
    }

    boolean isEmpty() {
        return counts.isEmpty();
    }
}
