package dev.setpoint.apiserver.registry.write;

import dev.setpoint.apiserver.registry.catalog.ServedResource;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.store.Commit;
import dev.setpoint.store.Snapshot;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What is committed together with an object because it must never be there without it: the address that a Service
/// takes, and gives back.
public interface Allocations {
    /// Asked anew for every try, with the state that the commit will be conditioned on.
    ///
    /// @param old null when the object is created
    /// @param object null when the object is deleted; may be changed, before it is encoded
    /// @throws dev.setpoint.machinery.api.ApiException when there is nothing left to take
    Extra beside(ServedResource resource, Snapshot snapshot, @Nullable JsonObject old, @Nullable JsonObject object);

    /// Both, one after the other.
    default Allocations and(Allocations other) {
        return (resource, snapshot, old, object) -> {
            Extra first = beside(resource, snapshot, old, object);
            Extra second = other.beside(resource, snapshot, old, object);
            List<Commit.Condition> conditions = new ArrayList<>(first.conditions());
            conditions.addAll(second.conditions());
            List<Commit.Write> writes = new ArrayList<>(first.writes());
            writes.addAll(second.writes());
            return new Extra(conditions, writes);
        };
    }

    record Extra(List<Commit.Condition> conditions, List<Commit.Write> writes) {
        public static final Extra NONE = new Extra(List.of(), List.of());
    }

    /// Most kinds take nothing.
    Allocations NONE = (resource, snapshot, old, object) -> Extra.NONE;
}
