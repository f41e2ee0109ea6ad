package dev.setpoint.machinery.schema;

import java.util.List;

/// How two versions of one value become one. `topology` and `keys` belong to server-side apply, `strategies` and
/// `patchKey` to strategic merge patch. They are two rules: for a container's ports apply tells elements apart by
/// `containerPort` and `protocol`, a patch by `containerPort` alone.
///
/// @param keys what tells the elements of a [Topology#KEYED] list apart; empty for all else
/// @param patchKey what tells elements apart in a patch; empty when they are scalars or when the list is replaced
public record Merge(Topology topology, List<String> keys, List<PatchStrategy> strategies, String patchKey) {
    /// Every scalar, and every list for which nothing else is said.
    public static final Merge ATOMIC = new Merge(Topology.ATOMIC, List.of(), List.of(), "");
    /// Every struct and map for which nothing else is said.
    public static final Merge GRANULAR = new Merge(Topology.GRANULAR, List.of(), List.of(), "");

    public Merge {
        keys = List.copyOf(keys);
        strategies = List.copyOf(strategies);
        if ((topology == Topology.KEYED) == keys.isEmpty()) {
            throw new IllegalArgumentException(
                    "keys: " + keys + " (expected: " + (topology == Topology.KEYED ? "some" : "none") + ")");
        }
    }

    /// A list whose elements apply tells apart by these fields; a patch replaces it unless [#withPatch] says more.
    public static Merge keyed(String... keys) {
        return new Merge(Topology.KEYED, List.of(keys), List.of(), "");
    }

    public static Merge set() {
        return new Merge(Topology.SET, List.of(), List.of(), "");
    }

    public Merge withPatch(List<PatchStrategy> newStrategies, String newPatchKey) {
        return new Merge(topology, keys, newStrategies, newPatchKey);
    }

    public Merge withTopology(Topology newTopology) {
        return new Merge(newTopology, keys, strategies, patchKey);
    }

    /// Whether a strategic merge patch uses this strategy here.
    public boolean patches(PatchStrategy strategy) {
        return strategies.contains(strategy);
    }

    public boolean isAtomic() {
        return topology == Topology.ATOMIC;
    }
}
