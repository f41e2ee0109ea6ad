package dev.setpoint.simulation;

import dev.setpoint.base.value.Stored;
import dev.setpoint.resources.ResourceTable;
import dev.setpoint.resources.ResourceType;
import dev.setpoint.store.Snapshot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// What is left at the end of a run, of all that was written in it.
///
/// @param items by normal key; several where names were generated
public record EndState(Map<String, List<Item>> items) {
    /// @param orphan nobody owns it: it names no owner, or none that is there
    /// @param stuck it is being deleted and somebody's finalizer keeps it
    public record Item(Map<String, String> fields, boolean orphan, boolean stuck) {}

    /// @param resources all that there are, custom ones too
    /// @param after the revision with which the run began
    static EndState of(Snapshot state, ResourceTable resources, long after) {
        List<Stored> objects = new ArrayList<>();
        for (ResourceType type : resources.types()) {
            if (type.stored() && type.servedAsStored()) {
                state.iterate(type.storageResource().groupResource().toString(), "")
                        .forEachRemaining(object -> {
                            if (object.revision() > after && !SimulatedWorld.isNoise(object.key())) {
                                objects.add(object);
                            }
                        });
            }
        }
        Set<String> uids = new TreeSet<>();
        objects.forEach(object -> uids.add(object.header().uid()));
        return of(objects, uids);
    }

    /// Of a part of a cluster, where owners may be among what is not looked at.
    public static EndState of(List<Stored> objects) {
        Set<String> uids = new TreeSet<>();
        objects.forEach(object -> object.header().owners().forEach(owner -> uids.add(owner.uid())));
        return of(objects, uids);
    }

    /// @param uids of the owners that there are
    private static EndState of(List<Stored> objects, Set<String> uids) {
        Normal normal = new Normal(objects);
        Map<String, List<Item>> items = new TreeMap<>();
        for (Stored object : objects) {
            boolean owned = object.header().owners().stream().anyMatch(owner -> uids.contains(owner.uid()));
            boolean stuck =
                    object.header().deleting() && !object.header().finalizers().isEmpty();
            items.computeIfAbsent(normal.key(object), _ -> new ArrayList<>())
                    .add(new Item(normal.fields(object), !owned, stuck));
        }
        return new EndState(items);
    }

    /// What is wrong with this end, as compared with that of the calm run.
    ///
    /// @param unlike who is not content when something is merely different
    Optional<Finding> compare(EndState calm, Oracle unlike) {
        return compare(calm, unlike, "in the run without faults");
    }

    /// The same for another state that is known to be right.
    ///
    /// @param where it was, in words
    public Optional<Finding> compare(EndState calm, Oracle unlike, String where) {
        for (Map.Entry<String, List<Item>> entry : items.entrySet()) {
            List<Item> there = calm.items.getOrDefault(entry.getKey(), List.of());
            Optional<Finding> leak = leak(entry.getKey(), entry.getValue(), there, where);
            if (leak.isPresent()) {
                return leak;
            }
        }
        Set<String> keys = new TreeSet<>(items.keySet());
        keys.addAll(calm.items.keySet());
        for (String key : keys) {
            Optional<String> difference =
                    differing(items.getOrDefault(key, List.of()), calm.items.getOrDefault(key, List.of()));
            if (difference.isPresent()) {
                return Optional.of(new Finding(unlike, key + ": " + difference.get() + " " + where));
            }
        }
        return Optional.empty();
    }

    private static Optional<Finding> leak(String key, List<Item> here, List<Item> there, String where) {
        long stuckHere = here.stream().filter(Item::stuck).count();
        long stuckThere = there.stream().filter(Item::stuck).count();
        if (stuckHere > stuckThere) {
            return Optional.of(
                    new Finding(Oracle.LEAKS_NOTHING, key + " is being deleted for ever: a finalizer was left behind"));
        }
        boolean orphaned = here.stream().anyMatch(Item::orphan);
        if (here.size() > there.size() && orphaned) {
            return Optional.of(new Finding(
                    Oracle.LEAKS_NOTHING,
                    key + " is left behind without an owner: there are " + here.size() + ", and " + there.size() + " "
                            + where));
        }
        return Optional.empty();
    }

    private static Optional<String> differing(List<Item> here, List<Item> there) {
        if (here.size() != there.size()) {
            return Optional.of("there are " + here.size() + ", and " + there.size());
        }
        Map<Map<String, String>, Integer> counts = new LinkedHashMap<>();
        here.forEach(item -> counts.merge(item.fields(), 1, Integer::sum));
        for (Item item : there) {
            if (counts.merge(item.fields(), -1, Integer::sum) < 0) {
                Map<String, String> nearest = counts.entrySet().stream()
                        .filter(entry -> entry.getValue() > 0)
                        .map(Map.Entry::getKey)
                        .findFirst()
                        .orElse(Map.of());
                return Optional.of(Normal.difference(nearest, item.fields()));
            }
        }
        return Optional.empty();
    }
}
