package dev.setpoint.apiserver.registry.write;

import dev.setpoint.apiserver.registry.catalog.ObjectLayout;
import dev.setpoint.apiserver.registry.catalog.ServedResource;
import dev.setpoint.base.value.Header;
import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.json.CompactReader;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.schema.Canonical;
import dev.setpoint.store.Commit;

/// An object's bytes on their way into a commit, which gives them their revision.
public record EncodedObject(Key key, Header header, byte[] bytes, int hole) {
    /// Kubernetes' limit for one object in etcd.
    private static final int MAX_BYTES = 1_572_864;

    /// @param object in the version that is worked on; made canonical in place
    public static EncodedObject of(ServedResource resource, Key key, JsonObject object) {
        Canonical.apply(object, resource.storageSchema());
        return ofStored(resource, key, resource.storageForm().toStorageVersion(object));
    }

    /// @param object in the version in which objects are kept
    public static EncodedObject ofStored(ServedResource resource, Key key, JsonObject object) {
        var kind = resource.type().storageKind();
        ObjectLayout.Encoded encoded = ObjectLayout.encode(kind.groupVersion().toString(), kind.kind(), object);
        if (encoded.bytes().length > MAX_BYTES) {
            throw new ApiException(new ApiError.TooLarge("etcdserver: request is too large"));
        }
        Header header = ObjectLayout.header(object, resource.storedFields());
        return new EncodedObject(key, header, encoded.bytes(), encoded.hole());
    }

    /// A private tree of a stored object, in the stored version, without its type.
    static JsonObject tree(Stored stored) {
        JsonObject object = CompactReader.object(stored.filled());
        object.remove("kind");
        object.remove("apiVersion");
        return object;
    }

    public Commit.Put put() {
        return new Commit.Put(key, header, bytes, hole);
    }

    public Stored at(long revision) {
        return new Stored(key, revision, header, bytes, hole);
    }

    /// The same, with the key and, if nothing in it has changed, the header of what it replaces: history holds many
    /// revisions of one object, and most differ in their bytes alone.
    EncodedObject sharing(Stored before) {
        Header shared = before.header().equals(header) ? before.header() : header;
        return new EncodedObject(before.key(), shared, bytes, hole);
    }
}
