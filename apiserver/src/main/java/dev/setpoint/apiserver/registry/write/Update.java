package dev.setpoint.apiserver.registry.write;

import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.pipeline.QueryParameters;
import dev.setpoint.apiserver.pipeline.Verb;
import dev.setpoint.apiserver.registry.catalog.ServedResource;
import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.FieldError;
import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.schema.Canonical;
import dev.setpoint.resources.strategy.ObjectMetaValidation;
import dev.setpoint.store.Commit;
import dev.setpoint.store.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/// Changes objects that are there: replace, patch, and every subresource that ends in a changed object.
public final class Update {
    /// Fields of the metadata that a writer cannot change: whatever it sends, the old value stays.
    private static final List<String> SYSTEM_FIELDS = List.of("namespace", "creationTimestamp", "generation");

    private final ObjectWriter writer;
    private final AdmissionPlugin admission;

    public Update(ObjectWriter writer, AdmissionPlugin admission) {
        this.writer = writer;
        this.admission = admission;
    }

    /// @param propose from the object as it is, in the served version and with its resource version, to the
    ///     object as
    ///     it shall be; called anew for every try with a private copy
    /// @param advice gets what the kind has to say about the change
    public Stored update(
            Call call,
            ServedResource resource,
            WriteKind change,
            WriteParameters parameters,
            UnaryOperator<JsonObject> propose,
            Advice advice) {
        Key key = resource.key(call.target().namespace(), call.target().name());
        return writer.change(snapshot -> {
            Stored current =
                    resource.storageForm().present(snapshot.find(key).orElseThrow(() -> resource.notFound(key.name())));
            JsonObject old = resource.tree(current);
            JsonObject proposed = propose.apply(resource.conversion().toServed(old.copy()));
            if (call.verb() != Verb.PATCH) {
                checkUid(resource, key, proposed, current);
            }
            checkVersion(resource, change, key, proposed, current);
            JsonObject object = resource.conversion().toStored(proposed);
            protect(object, old);
            resource.strategy().applyDefaults(object);
            if (change != WriteKind.ACTION && !(propose instanceof Applying)) {
                ManagedFields.onUpdate(
                        call,
                        resource,
                        change,
                        parameters.fieldManager(),
                        old,
                        object,
                        writer.env().wallTime());
            }
            AdmissionAttempt attempt = AdmissionAttempt.ofUpdate(
                    call.user(), resource, call.target().subresource(), key, snapshot, old, object);
            admission.mutate(attempt);
            prepare(resource, change, object, old);
            if (change == WriteKind.OBJECT) {
                writer.callerRules().prepare(call, resource, old, object);
            }
            validate(resource, change, key, object, old);
            admission.validate(attempt);
            if (change == WriteKind.OBJECT) {
                advice.give(resource.strategy().warningsOnUpdate(object, old));
            }
            Canonical.apply(object, resource.storageSchema());
            if (object.equals(old)) {
                return new ObjectWriter.Attempt.Settled<>(current);
            }
            if (parameters.dryRun()) {
                return new ObjectWriter.Attempt.Settled<>(
                        ObjectWriter.encode(resource, key, object).at(current.revision()));
            }
            return commit(resource, snapshot, current, old, object, attempt.conditions());
        });
    }

    private ObjectWriter.Attempt<Stored> commit(
            ServedResource resource,
            Snapshot snapshot,
            Stored current,
            JsonObject old,
            JsonObject object,
            List<Commit.Condition> reliedOn) {
        if (Deletion.nothingHolds(resource, object)) {
            // The last finalizer is gone: this write is the deletion. Watchers see the object as it last was, and the
            // writer sees it without the finalizer at the revision that it had.
            Stored last = ObjectWriter.encode(resource, current.key(), object).at(current.revision());
            return switch (writer.remove(resource, snapshot, current, old)) {
                case ObjectWriter.Attempt.Write<Stored>(var commit, var _) ->
                    new ObjectWriter.Attempt.Write<>(commit, revision -> last);
                case ObjectWriter.Attempt.Settled<Stored> settled -> settled;
            };
        }
        reliedOn.add(ObjectWriter.unchanged(current));
        return writer.put(resource, snapshot, current.key(), old, object, reliedOn);
    }

    /// A uid in a new object names the one that is meant. In a patch it is a change, and that is not allowed.
    private static void checkUid(ServedResource resource, Key key, JsonObject proposed, Stored current) {
        String uid = proposed.child("metadata").textOr("uid", "");
        if (!uid.isEmpty() && !uid.equals(current.header().uid())) {
            throw new ApiException(new ApiError.Conflict(
                    resource.groupResource(),
                    key.name(),
                    "Precondition failed: UID in precondition: " + uid + ", UID in object meta: "
                            + current.header().uid()));
        }
    }

    /// So does a resource version, in a patch too.
    private static void checkVersion(
            ServedResource resource, WriteKind change, Key key, JsonObject proposed, Stored current) {
        String version = proposed.child("metadata").textOr("resourceVersion", "");
        if (version.isEmpty() || version.equals("0")) {
            if (change != WriteKind.SCALE && !resource.strategy().allowsUnconditionalUpdate()) {
                // Kubernetes names the resource here where it names the kind everywhere else.
                throw new ApiException(new ApiError.Invalid(
                        new GroupVersionKind(
                                resource.kind().group(),
                                resource.kind().version(),
                                resource.groupResource().resource()),
                        key.name(),
                        List.of(FieldError.invalid(
                                "metadata.resourceVersion", "0", "must be specified for an update"))));
            }
        } else {
            long wanted = QueryParameters.revision(version)
                    .orElseThrow(() -> new ApiException(
                            new ApiError.Unclassified(QueryParameters.notANumber("ParseUint", version))));
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
        if (before.has("deletionTimestamp")) { // What is going away cannot be called back.
            keep("deletionTimestamp", metadata, before);
            keep("deletionGracePeriodSeconds", metadata, before);
        }
        metadata.putIfAbsent("uid", JsonValue.of(before.textOr("uid", "")));
    }

    private static void prepare(ServedResource resource, WriteKind change, JsonObject object, JsonObject old) {
        JsonObject metadata = object.child("metadata");
        JsonObject before = old.child("metadata");
        switch (change) {
            case OBJECT, SCALE -> resource.strategy().prepareForUpdate(object, old);
            case STATUS -> resource.strategy().prepareForStatusUpdate(object, old);
            case EPHEMERAL_CONTAINERS, RESIZE, APPROVAL ->
                resource.strategy().prepareForSubresourceUpdate(change.subresource(), object, old);
            case ACTION -> {}
        }
        boolean desired = change != WriteKind.STATUS && change != WriteKind.ACTION;
        if (desired
                && resource.strategy().countsGenerations()
                && resource.strategy().changesDesiredState(object, old)) {
            metadata.put("generation", before.integerOr("generation", 0) + 1);
        }
    }

    private static void validate(
            ServedResource resource, WriteKind change, Key key, JsonObject now, JsonObject before) {
        JsonObject object = toLookAt(now);
        JsonObject old = toLookAt(before);
        List<FieldError> errors = new ArrayList<>(ObjectMetaValidation.onUpdate(object, old));
        errors.addAll(
                switch (change) {
                    case OBJECT, SCALE -> resource.strategy().validateUpdate(object, old);
                    case STATUS -> resource.strategy().validateStatusUpdate(object, old);
                    case EPHEMERAL_CONTAINERS, RESIZE, APPROVAL ->
                        resource.strategy().validateSubresourceUpdate(change.subresource(), object, old);
                    case ACTION -> List.of();
                });
        if (!errors.isEmpty()) {
            throw resource.invalid(key.name(), errors);
        }
    }

    /// An object for whoever changes nothing: what is text in it stays text, however far they look.
    private static JsonObject toLookAt(JsonObject object) {
        JsonObject seen = new JsonObject();
        object.forEach((name, value) -> seen.append(name, value.again()));
        return seen;
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
