package dev.setpoint.agent.pod;

import dev.setpoint.agent.node.SimulatedNode;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.reconcile.cache.Index;
import dev.setpoint.reconcile.cache.ObjectCache;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Gives pods addresses of their node's range.
///
/// Which are taken is read from the statuses of the node's pods. Kept here is only what was given and does not show in
/// the cache yet: to lose it in a crash is to have given nothing.
final class PodAddresses {
    private final ObjectCache pods;
    private final Map<String, Range> ranges = new LinkedHashMap<>();

    /// Of one node.
    private static final class Range {
        final Map<ObjectKey, Given> given = new LinkedHashMap<>();
        int last;
    }

    private record Given(String uid, String address) {}

    PodAddresses(ObjectCache pods) {
        this.pods = pods;
    }

    /// The address that the pod has been given, or one that no other pod of the node has; empty when all are taken.
    ///
    /// Goes round, so that an address that became free rests for a while before another pod gets it.
    synchronized Optional<String> give(ObjectKey key, String uid, SimulatedNode node) {
        Range range = ranges.computeIfAbsent(node.name(), _ -> new Range());
        Set<String> taken = taken(range, node);
        Given before = range.given.get(key);
        if (before != null && before.uid().equals(uid)) {
            return Optional.of(before.address());
        }
        for (int i = 0; i < SimulatedNode.ADDRESSES; i++) {
            int number = (range.last + i) % SimulatedNode.ADDRESSES;
            String address = node.podAddress(number);
            if (!taken.contains(address)) {
                range.last = number + 1;
                range.given.put(key, new Given(uid, address));
                return Optional.of(address);
            }
        }
        return Optional.empty();
    }

    private Set<String> taken(Range range, SimulatedNode node) {
        Set<String> taken = new HashSet<>();
        for (Stored pod : pods.indexed(Index.NODE, node.name())) {
            String address = pod.header().fields().getOrDefault("status.podIP", "");
            if (!address.isEmpty()) {
                taken.add(address);
            }
        }
        range.given.entrySet().removeIf(entry -> isSettled(entry.getKey(), entry.getValue()));
        range.given.values().forEach(given -> taken.add(given.address()));
        return taken;
    }

    /// The cache shows the address with the pod, or the pod is gone.
    private boolean isSettled(ObjectKey key, Given given) {
        Optional<Stored> pod = pods.find(key);
        return pod.isEmpty()
                || !pod.get().header().uid().equals(given.uid())
                || !pod.get().header().fields().getOrDefault("status.podIP", "").isEmpty();
    }
}
