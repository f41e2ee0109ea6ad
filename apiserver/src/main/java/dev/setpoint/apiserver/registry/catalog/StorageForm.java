package dev.setpoint.apiserver.registry.catalog;

import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.api.GroupResource;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.store.Commit;
import dev.setpoint.store.Snapshot;
import java.util.List;

/// How the objects of a resource are kept where that may change while the server runs: custom resources are kept in
/// one version and worked on in another, and were perhaps written when their definition was not yet what it is now.
public interface StorageForm {
    /// The object as it would have been written today, in the version in which objects are kept today.
    Stored present(Stored stored);

    /// From the version in which objects are kept to the one that is worked on. Trees are without their type.
    JsonObject toWorkingVersion(JsonObject kept);

    JsonObject toStorageVersion(JsonObject working);

    /// Whether objects still look as this says.
    boolean holds(Snapshot snapshot);

    /// What a write relies on.
    ///
    /// @throws OutdatedException when it is no longer so
    List<Commit.Condition> premises(Snapshot snapshot);

    /// @throws dev.setpoint.machinery.api.ApiException while nothing new may come
    void requireCreatable(GroupResource resource, String name);

    /// Built-in kinds never change.
    StorageForm FIXED = new StorageForm() {
        @Override
        public Stored present(Stored stored) {
            return stored;
        }

        @Override
        public JsonObject toWorkingVersion(JsonObject kept) {
            return kept;
        }

        @Override
        public JsonObject toStorageVersion(JsonObject working) {
            return working;
        }

        @Override
        public boolean holds(Snapshot snapshot) {
            return true;
        }

        @Override
        public List<Commit.Condition> premises(Snapshot snapshot) {
            return List.of();
        }

        @Override
        public void requireCreatable(GroupResource resource, String name) {}
    };
}
