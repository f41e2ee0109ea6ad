package dev.setpoint.controllers.deployment;

import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The sizes that a Deployment's ReplicaSets should have next, each strategy in one function. Pure
/// arithmetic.
final class Sizes {
    private final Map<String, Integer> byName = new LinkedHashMap<>();

    /// Starts from the sizes that the sets have.
    private Sizes(List<ReplicaSet> sets) {
        sets.forEach(set -> put(set, OwnedReplicaSets.size(set)));
    }

    int of(ReplicaSet set) {
        Integer size = byName.get(set.getMetadata().getName());
        if (size == null) {
            throw new IllegalArgumentException(set.getMetadata().getName() + " is not among " + byName.keySet());
        }
        return size;
    }

    /// Each of them may be as great as an `int` can be.
    long total() {
        return byName.values().stream().mapToLong(Integer::intValue).sum();
    }

    private void put(ReplicaSet set, int size) {
        byName.put(set.getMetadata().getName(), size);
    }

    static Sizes unchanged(List<ReplicaSet> sets) {
        return new Sizes(sets);
    }

    /// One step of a rolling update: the new set takes what the surge leaves room for, the old ones give
    /// what availability can spare. The sum never exceeds `mostPods` on the way, because the old sets are
    /// counted at their full size while the new one grows.
    static Sizes rolling(ReplicaSet newSet, List<ReplicaSet> oldSets, RolloutLimits limits) {
        Sizes sizes =
                new Sizes(Stream.concat(oldSets.stream(), Stream.of(newSet)).toList());
        sizes.growNew(newSet, oldSets, limits);
        List<ReplicaSet> byAge =
                oldSets.stream().sorted(OwnedReplicaSets.OLDEST_FIRST).toList();
        // Pods of the new set that are not available do not count, or a template that never works would let the old
        // sets go one by one.
        long spare = sizes.total() - limits.leastAvailable() - (sizes.of(newSet) - sizes.available(newSet));
        if (spare > 0) {
            sizes.dropUnavailable(byAge, spare);
            sizes.dropAvailable(newSet, byAge, limits);
        }
        return sizes;
    }

    /// All old sets go before the new one comes.
    static Sizes recreate(Optional<ReplicaSet> newSet, List<ReplicaSet> oldSets, RolloutLimits limits) {
        Sizes sizes = new Sizes(Stream.concat(oldSets.stream(), newSet.stream()).toList());
        oldSets.forEach(set -> sizes.put(set, 0));
        if (!oldPodsRun(oldSets)) {
            newSet.ifPresent(set -> sizes.put(set, limits.replicas()));
        }
        return sizes;
    }

    /// Whether any pod of an old set may still run, as far as the sets themselves know: being told is not
    /// being done.
    static boolean oldPodsRun(List<ReplicaSet> oldSets) {
        return oldSets.stream()
                .anyMatch(set -> OwnedReplicaSets.size(set) > 0
                        || OwnedReplicaSets.replicas(set) > 0
                        || OwnedReplicaSets.terminating(set) > 0
                        || !OwnedReplicaSets.settled(set));
    }

    /// The Deployment was resized. A single set takes the whole difference; several, in the middle of a
    /// rollout, share it in proportion to their sizes, so that scaling neither hastens the rollout nor
    /// holds it back.
    static Sizes scaled(
            Optional<ReplicaSet> newSet, List<ReplicaSet> oldSets, RolloutLimits limits, int statusReplicas) {
        List<ReplicaSet> all = Stream.concat(oldSets.stream(), newSet.stream()).toList();
        Sizes sizes = new Sizes(all);
        List<ReplicaSet> active =
                all.stream().filter(set -> OwnedReplicaSets.size(set) > 0).toList();
        if (active.size() == 1) {
            sizes.put(active.getFirst(), limits.replicas());
        } else if (active.isEmpty()) {
            newSet.or(() -> oldSets.stream().max(OwnedReplicaSets.OLDEST_FIRST))
                    .ifPresent(latest -> sizes.put(latest, limits.replicas()));
        } else if (newSet.isPresent() && saturated(newSet.get(), limits)) {
            oldSets.forEach(set -> sizes.put(set, 0));
        } else if (limits.rolls()) {
            sizes.share(active, limits, statusReplicas);
        }
        return sizes;
    }

    /// What an old set was told to give takes up room until it has given it.
    private void growNew(ReplicaSet newSet, List<ReplicaSet> oldSets, RolloutLimits limits) {
        int size = of(newSet);
        if (size >= limits.replicas()) {
            put(newSet, limits.replicas());
            return;
        }
        long leaving = oldSets.stream()
                .mapToLong(set -> Math.max(0, OwnedReplicaSets.replicas(set) - of(set)))
                .sum();
        int room = (int) Math.max(0, limits.mostPods() - total() - leaving);
        put(newSet, Math.min(limits.replicas(), size + room));
    }

    /// Unhealthy pods of old sets serve nobody: they go first, and going they make room.
    private void dropUnavailable(List<ReplicaSet> oldSets, long spare) {
        long left = spare;
        for (ReplicaSet set : oldSets) {
            int dropped = (int) Math.min(left, of(set) - available(set));
            put(set, of(set) - dropped);
            left -= dropped;
        }
    }

    private void dropAvailable(ReplicaSet newSet, List<ReplicaSet> oldSets, RolloutLimits limits) {
        int availableNow =
                available(newSet) + oldSets.stream().mapToInt(this::available).sum();
        int left = Math.max(0, availableNow - limits.leastAvailable());
        for (ReplicaSet set : oldSets) {
            int dropped = Math.min(left, of(set));
            put(set, of(set) - dropped);
            left -= dropped;
        }
    }

    /// A set that was just made smaller may still report more available pods than it will keep.
    private int available(ReplicaSet set) {
        return Math.min(of(set), OwnedReplicaSets.available(set));
    }

    private void share(List<ReplicaSet> active, RolloutLimits limits, int statusReplicas) {
        int allowed = limits.replicas() > 0 ? limits.mostPods() : 0;
        long present = active.stream().mapToLong(OwnedReplicaSets::size).sum();
        int toAdd = Math.clamp(allowed - present, -Integer.MAX_VALUE, Integer.MAX_VALUE);
        if (toAdd == 0) {
            return;
        }
        Comparator<ReplicaSet> bySize = Comparator.comparingInt(OwnedReplicaSets::size);
        // Among equals the newer ones grow first, and the older ones shrink first.
        List<ReplicaSet> ordered = new ArrayList<>(active);
        ordered.sort(bySize.reversed()
                .thenComparing(toAdd > 0 ? OwnedReplicaSets.OLDEST_FIRST.reversed() : OwnedReplicaSets.OLDEST_FIRST));
        int added = 0;
        for (ReplicaSet set : ordered) {
            int left = toAdd - added;
            int fraction = fraction(set, limits, statusReplicas);
            int share = toAdd > 0 ? Math.clamp(fraction, 0, left) : Math.clamp(fraction, left, 0);
            put(set, OwnedReplicaSets.size(set) + share);
            added += share;
        }
        // Rounding leaves a few over: the largest set takes them.
        ReplicaSet largest = ordered.getFirst();
        put(largest, Math.max(0, of(largest) + toAdd - added));
    }

    /// By how much a set would change if all sets changed alike.
    private static int fraction(ReplicaSet set, RolloutLimits limits, int statusReplicas) {
        int size = OwnedReplicaSets.size(set);
        if (limits.replicas() == 0) {
            return -size;
        }
        int before = Revisions.maxReplicas(set).orElse(0);
        if (before == 0) {
            before = statusReplicas;
        }
        return before == 0 ? 0 : (int) Math.round((double) size * limits.mostPods() / before) - size;
    }

    /// Whether the new set holds all that the Deployment wants, and has held it since the last scaling.
    private static boolean saturated(ReplicaSet newSet, RolloutLimits limits) {
        return OwnedReplicaSets.size(newSet) == limits.replicas()
                && OwnedReplicaSets.available(newSet) == limits.replicas()
                && Revisions.desiredReplicas(newSet).orElse(-1) == limits.replicas();
    }
}
