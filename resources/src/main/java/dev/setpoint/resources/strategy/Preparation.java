package dev.setpoint.resources.strategy;

import dev.setpoint.machinery.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a write may set: the rest is removed from a new object, or gets the value that it had, in place. The registry
/// itself sets uid, names, timestamps, generation and managed fields.
public non-sealed interface Preparation extends Aspect {
    /// A new object has no status, and each of object and status is written without touching the other.
    Preparation PLAIN = new Preparation() {};

    /// The same, and a new object has a status that says nothing yet.
    Preparation EMPTY_STATUS = new Preparation() {
        @Override
        public JsonObject initialStatus(JsonObject object) {
            return new JsonObject();
        }
    };

    /// The status that a new object begins with, or null if it has none.
    default @Nullable JsonObject initialStatus(JsonObject object) {
        return null;
    }

    /// Removes what a creator may not set, and sets what is derived.
    default void prepareForCreate(JsonObject object) {
        JsonObject status = initialStatus(object);
        if (status == null) {
            object.remove("status");
        } else {
            object.put("status", status);
        }
    }

    /// Undoes what this write may not change. By default the status stays as it was.
    default void prepareForUpdate(JsonObject object, JsonObject old) {
        Fields.keep("status", object, old);
    }

    /// The status subresource changes the status alone.
    default void prepareForStatusUpdate(JsonObject object, JsonObject old) {
        for (String field : List.copyOf(object.names())) {
            if (!field.equals("status") && !field.equals("metadata")) {
                Fields.keep(field, object, old);
            }
        }
        for (String field : old.names()) {
            if (!field.equals("status") && !field.equals("metadata")) {
                Fields.keep(field, object, old);
            }
        }
    }

    /// Undoes what a write to another subresource may not change: `ephemeralcontainers`, `resize`, `finalize`,
    /// `approval`.
    default void prepareForSubresourceUpdate(String subresource, JsonObject object, JsonObject old) {
        prepareForUpdate(object, old);
    }
}
