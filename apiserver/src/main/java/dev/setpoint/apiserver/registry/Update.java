package dev.setpoint.apiserver.registry;

import dev.setpoint.apiserver.pipeline.Request;
import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.FieldError;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.schema.Canonical;
import dev.setpoint.resources.strategy.ObjectMetaValidation;
import dev.setpoint.store.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/// Changes objects that are there: replace, patch, and every subresource that ends in a changed object.
final class Update {
    /// Fields of the metadata that a writer cannot change: whatever it sends, the old value stays.
    private static final List<String> SYSTEM_FIELDS =
            List.of("namespace", "creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds", "generation");

    private final ObjectWriter writer;

    Update(ObjectWriter writer) {
        this.writer = writer;
    }

    /// @param propose from the object as it is, in the served version and with its resource version, to the object as
    ///     it shall be; called anew for every try with a private copy
    Stored update(
            Request request,
            ServedResource resource,
            Change change,
            WriteParameters parameters,
            UnaryOperator<JsonObject> propose) {
        Key key = resource.key(request.target().namespace(), request.target().name());
        return writer.change(snapshot -> {
            Stored current = snapshot.find(key).orElseThrow(() -> resource.notFound(key.name()));
            JsonObject old = ObjectWriter.tree(current);
            JsonObject proposed = propose.apply(resource.conversion().toServed(old.copy()));
            checkVersion(resource, key, proposed, current);
            JsonObject object = resource.conversion().toStored(proposed);
            protect(object, old);
            resource.strategy().applyDefaults(object);
            if (change != Change.ACTION && !(propose instanceof Applying)) {
                ManagedFields.onWrite(
                        request,
                        resource,
                        change,
                        parameters.fieldManager(),
                        old,
                        object,
                        writer.env().wallTime());
            }
            prepare(resource, change, object, old);
            validate(resource, change, key, object, old);
            Canonical.apply(object, resource.storageSchema());
            if (object.equals(old)) {
                return new ObjectWriter.Attempt.Settled<>(current);
            }
            if (parameters.dryRun()) {
                return new ObjectWriter.Attempt.Settled<>(
                        ObjectWriter.encode(resource, key, object).at(current.revision()));
            }
            return commit(resource, snapshot, current, old, object);
        });
    }

    private ObjectWriter.Attempt<Stored> commit(
            ServedResource resource, Snapshot snapshot, Stored current, JsonObject old, JsonObject object) {
        if (Deletion.nothingHolds(resource, object)) {
            // The last finalizer is gone: this write is the deletion. Watchers see the object as it last was.
            Stored last = ObjectWriter.encode(resource, current.key(), object).at(current.revision());
            return switch (writer.remove(resource, snapshot, current, old)) {
                case ObjectWriter.Attempt.Write<Stored>(var commit, var _) ->
                    new ObjectWriter.Attempt.Write<>(commit, last::at);
                case ObjectWriter.Attempt.Settled<Stored> settled -> settled;
            };
        }
        return writer.put(resource, snapshot, current.key(), old, object, List.of(ObjectWriter.unchanged(current)));
    }

    /// A uid or a resource version in the new object names the one that is meant.
    private static void checkVersion(ServedResource resource, Key key, JsonObject proposed, Stored current) {
        JsonObject metadata = proposed.child("metadata");
        String uid = metadata.textOr("uid", "");
        if (!uid.isEmpty() && !uid.equals(current.header().uid())) {
            throw new ApiException(new ApiError.Conflict(
                    resource.groupResource(),
                    key.name(),
                    "Precondition failed: UID in precondition: " + uid + ", UID in object meta: "
                            + current.header().uid()));
        }
        String version = metadata.textOr("resourceVersion", "");
        if (version.isEmpty() || version.equals("0")) {
            if (!resource.strategy().allowsUnconditionalUpdate()) {
                throw resource.invalid(
                        key.name(),
                        List.of(FieldError.invalid(
                                "metadata.resourceVersion",
                                version.isEmpty() ? "\"\"" : "0",
                                "must be specified for an update")));
            }
        } else {
            long wanted = Parameters.revision(version)
                    .orElseThrow(() ->
                            new ApiException(new ApiError.Unclassified(Parameters.notANumber("ParseUint", version))));
            if (wanted != current.revision()) {
                throw resource.conflict(key.name());
            }
        }
    }

    /// Whatever the caller sent, what belongs to the system stays as it was.
    private static void protect(JsonObject object, JsonObject old) {
        JsonObject metadata = object.child("metadata");
        JsonObject before = old.child("metadata");
        metadata.put("resourceVersion", before.textOr("resourceVersion", ""));
        for (String field : SYSTEM_FIELDS) {
            keep(field, metadata, before);
        }
        metadata.putIfAbsent("uid", JsonValue.of(before.textOr("uid", "")));
    }

    private static void prepare(ServedResource resource, Change change, JsonObject object, JsonObject old) {
        JsonObject metadata = object.child("metadata");
        JsonObject before = old.child("metadata");
        switch (change) {
            case OBJECT, SCALE -> resource.strategy().prepareForUpdate(object, old);
            case STATUS -> resource.strategy().prepareForStatusUpdate(object, old);
            case ACTION -> {}
        }
        boolean desired = change == Change.OBJECT || change == Change.SCALE;
        if (desired
                && resource.strategy().countsGenerations()
                && resource.strategy().changesDesiredState(object, old)) {
            metadata.put("generation", before.integerOr("generation", 0) + 1);
        }
    }

    private static void validate(ServedResource resource, Change change, Key key, JsonObject object, JsonObject old) {
        List<FieldError> errors = new ArrayList<>(ObjectMetaValidation.onUpdate(object, old));
        errors.addAll(
                switch (change) {
                    case OBJECT, SCALE -> resource.strategy().validateUpdate(object, old);
                    case STATUS -> resource.strategy().validateStatusUpdate(object, old);
                    case ACTION -> List.of();
                });
        if (!errors.isEmpty()) {
            throw resource.invalid(key.name(), errors);
        }
    }

    private static void keep(String field, JsonObject object, JsonObject old) {
        JsonValue before = old.get(field);
        if (before == null) {
            object.remove(field);
        } else {
            object.put(field, before);
        }
    }
}
