package dev.setpoint.apiserver.crd;

import dev.setpoint.apiserver.registry.catalog.OutdatedException;
import dev.setpoint.apiserver.registry.catalog.StorageForm;
import dev.setpoint.apiserver.registry.write.EncodedObject;
import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.GroupResource;
import dev.setpoint.machinery.header.SelectableFields;
import dev.setpoint.machinery.json.CompactReader;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.schema.Cast;
import dev.setpoint.resources.custom.CustomVersion;
import dev.setpoint.store.Commit;
import dev.setpoint.store.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// How objects of a custom resource are kept, for requests in one of its versions.
///
/// Bytes that were written under the present specification are final. Others are brought up to date when they are
/// read: converted from the version in which they were kept, pruned and defaulted. Since every write is conditioned
/// on its definition, the revision of an object tells which of the two it is.
final class CustomStorageForm implements StorageForm {
    private final Definition definition;
    private final CustomVersion working;
    private final SelectableFields selectable;

    CustomStorageForm(Definition definition, CustomVersion working) {
        this.definition = definition;
        this.working = working;
        this.selectable = definition.custom().selectableFields();
    }

    @Override
    public Stored present(Stored stored) {
        boolean current = stored.revision() > definition.since()
                && stored.header().fields().keySet().equals(selectable.names());
        return current ? stored : definition.derived().of(stored, definition, this::derive);
    }

    private Stored derive(Stored stored) {
        JsonObject object = CompactReader.object(stored.filled());
        String from = object.textOr("apiVersion", "");
        object.remove("kind");
        object.remove("apiVersion");
        JsonObject kept = converted(object, from, definition.custom().storage().toString());
        prune(kept, storage());
        storage().strategy().defaults().applyDefaults(kept);
        return EncodedObject.ofStored(definition.served(storage()), stored.key(), kept)
                .at(stored.revision());
    }

    @Override
    public JsonObject toWorkingVersion(JsonObject kept) {
        if (working == storage()) {
            return kept;
        }
        JsonObject object = converted(
                kept,
                definition.custom().storage().toString(),
                working.kind().groupVersion().toString());
        prune(object, working);
        return object;
    }

    @Override
    public JsonObject toStorageVersion(JsonObject object) {
        if (working == storage()) {
            return object;
        }
        JsonObject kept = converted(
                object.copy(),
                working.kind().groupVersion().toString(),
                definition.custom().storage().toString());
        prune(kept, storage());
        storage().strategy().defaults().applyDefaults(kept);
        return kept;
    }

    @Override
    public boolean holds(Snapshot snapshot) {
        return snapshot.find(definition.stored().key())
                .map(definition::describes)
                .orElse(false);
    }

    @Override
    public List<Commit.Condition> premises(Snapshot snapshot) {
        Optional<Stored> now = snapshot.find(definition.stored().key());
        boolean same = now.isPresent()
                && definition.describes(now.get())
                && now.get().header().deleting() == definition.terminating();
        if (!same) {
            throw new OutdatedException(definition.stored().key().name());
        }
        return List.of(new Commit.Condition(now.get().key(), now.get().revision()));
    }

    @Override
    public void requireCreatable(GroupResource resource, String name) {
        if (definition.terminating()) {
            throw new ApiException(new ApiError.Forbidden(
                    resource, name, "create not allowed while custom resource definition is terminating"));
        }
    }

    private CustomVersion storage() {
        return Objects.requireNonNull(
                definition.custom().version(definition.custom().storage().version()));
    }

    private JsonObject converted(JsonObject object, String from, String to) {
        return from.equals(to)
                ? object
                : definition.converter().convert(List.of(object), from, to).getFirst();
    }

    private static void prune(JsonObject object, CustomVersion version) {
        Cast.cast(object, version.schema(), new ArrayList<>(0));
    }
}
