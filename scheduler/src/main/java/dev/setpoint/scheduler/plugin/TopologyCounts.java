package dev.setpoint.scheduler.plugin;

import dev.setpoint.scheduler.cluster.NodeInfo;
import java.util.HashMap;
import java.util.Map;

/// Sums for each value of each topology key: `zone` = `a`: 3.
final class TopologyCounts {
    private final Map<String, Map<String, Long>> sums = new HashMap<>();

    void add(String topologyKey, NodeInfo node, long amount) {
        String value = node.facts().labels().get(topologyKey);
        if (value != null) {
            sums.computeIfAbsent(topologyKey, _ -> new HashMap<>()).merge(value, amount, Long::sum);
        }
    }

    long of(String topologyKey, NodeInfo node) {
        Map<String, Long> values = sums.get(topologyKey);
        return values == null ? 0 : values.getOrDefault(node.facts().labels().getOrDefault(topologyKey, ""), 0L);
    }

    /// Over all topologies that the node has a place in.
    long total(NodeInfo node) {
        long total = 0;
        for (String topologyKey : sums.keySet()) {
            total += of(topologyKey, node);
        }
        return total;
    }

    boolean isEmpty() {
        return sums.isEmpty();
    }
}
