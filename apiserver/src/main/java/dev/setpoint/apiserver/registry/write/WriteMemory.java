package dev.setpoint.apiserver.registry.write;

import dev.setpoint.base.DirectMappedCache;
import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.apply.KnownFields;
import dev.setpoint.machinery.json.JsonObject;

/// What the writes of one API server find instead of making it again. It ends with the API server: another one, with
/// other clients, never sees it.
public final class WriteMemory {
    /// Of the few objects that every write of a kind asks for: its namespace, its service account, the priority
    /// classes.
    private static final int KEPT_TREES = 256;

    /// A tree weighs some seven times its bytes; larger objects are read anew.
    private static final int LARGEST_KEPT = 16 * 1024;

    private final DirectMappedCache<Kept, JsonObject> trees = new DirectMappedCache<>(KEPT_TREES);
    private final ManagedFields managedFields = new ManagedFields(new KnownFields());

    /// An object whose very bytes are meant: another world has others at the same place and revision.
    private record Kept(Stored object) {
        @Override
        @SuppressWarnings("ReferenceEquality") // Bytes are never changed: the same array is the same object.
        public boolean equals(Object other) {
            return other instanceof Kept(Stored theirs) && theirs.bytes() == object.bytes();
        }

        @Override
        public int hashCode() {
            return object.key().hashCode();
        }

        JsonObject tree() {
            return EncodedObject.tree(object);
        }
    }

    /// The tree of an object. It is not the caller's to change.
    JsonObject tree(Stored stored) {
        Kept kept = new Kept(stored);
        return stored.bytes().length <= LARGEST_KEPT ? trees.of(kept, Kept::tree) : kept.tree();
    }

    public ManagedFields managedFields() {
        return managedFields;
    }
}
