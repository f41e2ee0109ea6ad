package dev.setpoint.resources.strategy;

import dev.setpoint.machinery.json.JsonObject;
import java.util.OptionalLong;

/// How objects of a kind are deleted.
public non-sealed interface Lifecycle extends Aspect {
    /// Deleted at once, unless finalizers in the metadata hold it.
    Lifecycle PLAIN = new Lifecycle() {};

    /// How long a deletion waits for somebody to end the thing: empty when it does not wait.
    ///
    /// @param requested what the caller asked for
    default OptionalLong gracePeriodSeconds(JsonObject object, OptionalLong requested) {
        return OptionalLong.empty();
    }

    /// Whether something besides the finalizers in its metadata keeps an object that is marked for deletion.
    default boolean holdsDeletion(JsonObject object) {
        return false;
    }

    /// Sets what changes with the deletion time, in place.
    default void onDeletionMarked(JsonObject object) {}
}
