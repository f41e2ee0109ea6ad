package dev.setpoint.controllers.garbage;

import dev.setpoint.client.DeleteOptions.Propagation;
import java.util.ArrayList;
import java.util.List;

/// What to do about one object, given what is known of its owners and of the objects that name it as theirs.
///
/// @param actions in the order in which they are to be executed; empty when the object may stay as it is
record GarbagePlan(List<GarbageAction> actions) {
    GarbagePlan {
        actions = List.copyOf(actions);
    }

    /// What became of an owner.
    enum OwnerState {
        /// It exists, and nothing says that its dependents should go.
        SOLID,
        /// It does not exist.
        GONE,
        /// It exists, is being deleted, and waits for its dependents.
        WAITING
    }

    /// One owner that an object names.
    record KnownOwner(String uid, OwnerState state) {}

    static GarbagePlan plan(Item item, List<KnownOwner> owners, List<Item> dependents) {
        if (item.header().deleting()) {
            return new GarbagePlan(release(item, dependents));
        }
        if (owners.isEmpty()) {
            return new GarbagePlan(List.of());
        }
        List<String> solid = inState(owners, OwnerState.SOLID);
        List<String> waiting = inState(owners, OwnerState.WAITING);
        if (solid.isEmpty()) {
            return new GarbagePlan(collect(item, !waiting.isEmpty(), dependents));
        }
        // Owners that wait are dropped too, or they would wait for an object that stays.
        List<String> lost = new ArrayList<>(inState(owners, OwnerState.GONE));
        lost.addAll(waiting);
        return new GarbagePlan(lost.isEmpty() ? List.of() : List.of(new GarbageAction.DropOwners(lost)));
    }

    /// The object is on its way out; only its finalizers may be ours to remove.
    private static List<GarbageAction> release(Item item, List<Item> dependents) {
        List<GarbageAction> actions = new ArrayList<>();
        if (item.hasFinalizer(Item.ORPHAN)) {
            dependents.forEach(dependent -> actions.add(new GarbageAction.Orphan(dependent)));
            actions.add(new GarbageAction.RemoveFinalizer(Item.ORPHAN));
        } else if (item.waitsForDependents()
                && dependents.stream().noneMatch(dependent -> dependent.blocks(item.uid()))) {
            actions.add(new GarbageAction.RemoveFinalizer(Item.FOREGROUND));
        }
        return actions;
    }

    private static List<GarbageAction> collect(Item item, boolean ownerWaits, List<Item> dependents) {
        if (ownerWaits && !dependents.isEmpty()) {
            // A dependent that itself waits may be waiting for us: then nobody would ever go.
            boolean circle = dependents.stream().anyMatch(Item::waitsForDependents);
            GarbageAction delete = new GarbageAction.Delete(Propagation.FOREGROUND);
            return circle ? List.of(new GarbageAction.UnblockOwners(), delete) : List.of(delete);
        }
        Propagation asked = Propagation.BACKGROUND;
        if (item.hasFinalizer(Item.ORPHAN)) {
            asked = Propagation.ORPHAN;
        } else if (item.hasFinalizer(Item.FOREGROUND)) {
            asked = Propagation.FOREGROUND;
        }
        return List.of(new GarbageAction.Delete(asked));
    }

    private static List<String> inState(List<KnownOwner> owners, OwnerState state) {
        return owners.stream()
                .filter(owner -> owner.state() == state)
                .map(KnownOwner::uid)
                .toList();
    }
}
