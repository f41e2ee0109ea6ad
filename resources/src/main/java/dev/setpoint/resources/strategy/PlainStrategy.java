package dev.setpoint.resources.strategy;

import dev.setpoint.machinery.json.JsonObject;
import org.jspecify.annotations.Nullable;

/// A kind that differs from others only in how it is written and deleted.
///
/// @param status the fields of its first status; null if it has none
record PlainStrategy(
        boolean countsGenerations,
        boolean returnsDeletedObject,
        @Nullable JsonObject status) implements KindStrategy {
    static final PlainStrategy COUNTED = new PlainStrategy(true, false, null);
    static final PlainStrategy UNCOUNTED = new PlainStrategy(false, false, null);

    PlainStrategy returned() {
        return new PlainStrategy(countsGenerations, true, status);
    }

    PlainStrategy beginningWith(JsonObject newStatus) {
        return new PlainStrategy(countsGenerations, returnsDeletedObject, newStatus);
    }

    @Override
    public @Nullable JsonObject initialStatus(JsonObject object) {
        return status == null ? null : status.copy();
    }
}
