package dev.setpoint.scheduler.cluster;

import dev.setpoint.client.ObjectKey;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Waiting pods for which others were pushed off a node: the room there is kept for them against less important pods.
///
/// The API has it in `status.nominatedNodeName`. A nomination ends when its pod gets a node, is given up or is gone.
public final class Nominations {
    private final Map<ObjectKey, String> nodes = new LinkedHashMap<>();
    private final Map<String, Map<ObjectKey, PodInfo>> pods = new LinkedHashMap<>();

    public void put(PodInfo pod, String node) {
        remove(pod.key());
        nodes.put(pod.key(), node);
        pods.computeIfAbsent(node, _ -> new LinkedHashMap<>()).put(pod.key(), pod);
    }

    /// The node that the pod was nominated for.
    public Optional<String> remove(ObjectKey key) {
        String node = nodes.remove(key);
        if (node == null) {
            return Optional.empty();
        }
        pods.computeIfPresent(node, (_, nominated) -> {
            nominated.remove(key);
            return nominated.isEmpty() ? null : nominated;
        });
        return Optional.of(node);
    }

    public Optional<String> of(ObjectKey key) {
        return Optional.ofNullable(nodes.get(key));
    }

    public Collection<PodInfo> on(String node) {
        Map<ObjectKey, PodInfo> nominated = pods.get(node);
        return nominated == null ? List.of() : nominated.values();
    }

    public boolean isEmpty() {
        return nodes.isEmpty();
    }
}
