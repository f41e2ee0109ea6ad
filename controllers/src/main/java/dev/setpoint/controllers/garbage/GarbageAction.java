package dev.setpoint.controllers.garbage;

import dev.setpoint.client.DeleteOptions.Propagation;
import java.util.List;

/// One step of a [GarbagePlan].
sealed interface GarbageAction {
    /// The object goes, and with it, by and by, what it owns.
    record Delete(Propagation propagation) implements GarbageAction {}

    /// The object no longer names these among its owners.
    record DropOwners(List<String> uids) implements GarbageAction {}

    /// The object still names its owners but no longer holds up their deletion.
    record UnblockOwners() implements GarbageAction {}

    /// A dependent no longer names the object among its owners.
    record Orphan(Item dependent) implements GarbageAction {}

    record RemoveFinalizer(String finalizer) implements GarbageAction {}
}
