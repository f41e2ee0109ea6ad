package dev.setpoint.controllers.garbage;

import dev.setpoint.base.value.Header;
import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Target;
import dev.setpoint.resources.ResourceType;

/// An object of any kind, as far as the garbage collector knows it.
record Item(ResourceType type, Stored stored) {
    /// Holds an owner until the dependents that block it are gone.
    static final String FOREGROUND = "foregroundDeletion";
    /// Holds an owner until no dependent names it.
    static final String ORPHAN = "orphan";

    Header header() {
        return stored.header();
    }

    String uid() {
        return header().uid();
    }

    Target target() {
        return Target.object(
                type.resource(), stored.key().namespace(), stored.key().name());
    }

    Key key() {
        return stored.key();
    }

    boolean hasFinalizer(String finalizer) {
        return header().finalizers().contains(finalizer);
    }

    /// Being deleted, but not before its dependents.
    boolean waitsForDependents() {
        return header().deleting() && hasFinalizer(FOREGROUND);
    }

    /// Whether a deletion of that owner in the foreground has to wait for this object.
    boolean blocks(String ownerUid) {
        return header().owners().stream().anyMatch(owner -> owner.uid().equals(ownerUid) && owner.blockOwnerDeletion());
    }
}
