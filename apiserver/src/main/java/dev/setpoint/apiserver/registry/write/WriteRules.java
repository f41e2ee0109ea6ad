package dev.setpoint.apiserver.registry.write;

import dev.setpoint.apiserver.registry.catalog.ServedResource;
import dev.setpoint.base.Env;
import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.store.Commit;
import dev.setpoint.store.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/// What holds for the writes of all kinds.
///
/// @param admission every plug-in
/// @param callerRules what depends on who writes
/// @param allocations what is committed together with an object
/// @param memory of the API server whose rules these are
public record WriteRules(
        Env env, AdmissionPlugin admission, CallerRule callerRules, Allocations allocations, WriteMemory memory) {
    /// A commit, and the object that its revision makes.
    record Staged(Commit commit, LongFunction<Stored> object) {
        /// Commits more in the same moment.
        Staged with(Allocations.Extra extra) {
            Commit together =
                    new Commit(both(commit.conditions(), extra.conditions()), both(commit.writes(), extra.writes()));
            return new Staged(together, object);
        }
    }

    /// Writes an object and what goes with it.
    ///
    /// @param object canonical
    /// @param conditions what was relied on
    Staged put(
            ServedResource resource,
            Snapshot snapshot,
            Key key,
            @Nullable JsonObject old,
            JsonObject object,
            List<Commit.Condition> conditions) {
        Allocations.Extra extra = allocations.beside(resource, snapshot, old, object);
        EncodedObject fresh =
                EncodedObject.ofStored(resource, key, resource.storageForm().toStorageVersion(object));
        EncodedObject encoded =
                old == null ? fresh : snapshot.find(key).map(fresh::sharing).orElse(fresh);
        Commit commit = new Commit(
                both(both(conditions, resource.storageForm().premises(snapshot)), extra.conditions()),
                both(List.of(encoded.put()), extra.writes()));
        return new Staged(commit, encoded::at);
    }

    /// Deletes an object and what goes with it.
    Staged remove(ServedResource resource, Snapshot snapshot, Stored current, JsonObject object) {
        Allocations.Extra extra = allocations.beside(resource, snapshot, object, null);
        Commit commit = new Commit(
                both(List.of(unchanged(current)), extra.conditions()),
                both(List.of(new Commit.Delete(current.key())), extra.writes()));
        return new Staged(commit, current::at);
    }

    static Commit.Condition unchanged(Stored object) {
        return new Commit.Condition(object.key(), object.revision());
    }

    static Commit.Condition absent(Key key) {
        return new Commit.Condition(key, 0);
    }

    private static <T> List<T> both(List<? extends T> first, List<? extends T> second) {
        if (second.isEmpty()) {
            return List.copyOf(first);
        }
        List<T> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }
}
