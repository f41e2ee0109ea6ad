package dev.setpoint.apiserver.registry.write;

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
import dev.setpoint.resources.strategy.Traits;
import dev.setpoint.store.Commit;
import dev.setpoint.store.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/// Changes an object that is there: replaced, patched, applied, or by a subresource that ends in a changed object.
final class Update implements Transaction.Decision {
    /// Fields of the metadata that a writer cannot change: whatever it sends, the old value stays.
    private static final List<String> SYSTEM_FIELDS = List.of("namespace", "creationTimestamp", "generation");

    private final WriteRules rules;
    private final WriteRequest request;
    private final ServedResource resource;
    private final Key key;
    private final WriteKind part;
    private final UnaryOperator<JsonObject> propose;
    private final AttemptMemory memory;

    /// @param part of the object that is meant
    /// @param propose from the object as it is, in the served version and with its resource version, to the object
    ///     as it shall be; called anew for every attempt with a private copy
    Update(WriteRules rules, WriteRequest request, WriteKind part, UnaryOperator<JsonObject> propose) {
        this.rules = rules;
        this.memory = new AttemptMemory(rules.memory());
        this.request = request;
        this.resource = request.resource();
        this.key = request.key();
        this.part = part;
        this.propose = propose;
    }

    @Override
    public Attempt on(Snapshot snapshot) {
        memory.beginAttempt();
        Stored current =
                resource.storageForm().present(snapshot.find(key).orElseThrow(() -> resource.notFound(key.name())));
        JsonObject old = resource.tree(current);
        JsonObject object = propose(current, old);
        AdmissionAttempt attempt = AdmissionAttempt.ofUpdate(request, memory, snapshot, old, object);
        rules.admission().mutate(attempt);
        prepare(object, old);
        if (part == WriteKind.OBJECT) {
            rules.callerRules().prepare(request.call(), resource, old, object);
        }
        validate(object, old);
        rules.admission().validate(attempt);
        List<String> warnings =
                part == WriteKind.OBJECT ? resource.strategy().warnings().warningsOnUpdate(object, old) : List.of();
        Canonical.apply(object, resource.storageSchema());
        if (object.equals(old)) {
            return new Attempt.Settled(Written.of(current, Written.Effect.CHANGED, warnings));
        }
        if (request.parameters().dryRun()) {
            Stored changed = EncodedObject.of(resource, key, object).at(current.revision());
            return new Attempt.Settled(Written.of(changed, Written.Effect.CHANGED, warnings));
        }
        return change(snapshot, current, old, object, attempt.conditions(), warnings);
    }

    /// The object as the caller wants it, in the stored version, with what is not the caller's as it was.
    private JsonObject propose(Stored current, JsonObject old) {
        JsonObject proposed = propose.apply(resource.conversion().toServed(old.copy()));
        if (request.call().verb() != Verb.PATCH) {
            checkUid(proposed, current);
        }
        checkVersion(proposed, current);
        JsonObject object = resource.conversion().toStored(proposed);
        protect(object, old);
        resource.strategy().defaults().applyDefaults(object);
        switch (request.intent()) {
            case Intent.Create _, Intent.Replace _, Intent.Patch _ -> tellManagers(old, object);
            case Intent.Act _ -> {
                if (part != WriteKind.ACTION) {
                    tellManagers(old, object);
                }
            }
            case Intent.Apply _ -> {} // It has told them already.
            case Intent.Delete _ -> throw new IllegalStateException("a deletion that updates");
        }
        return object;
    }

    private void tellManagers(JsonObject old, JsonObject object) {
        rules.memory()
                .managedFields()
                .onUpdate(
                        request.call(),
                        resource,
                        part,
                        request.parameters().fieldManager(),
                        old,
                        object,
                        rules.env().wallTime());
    }

    private Attempt change(
            Snapshot snapshot,
            Stored current,
            JsonObject old,
            JsonObject object,
            List<Commit.Condition> reliedOn,
            List<String> warnings) {
        if (Deletion.nothingHolds(resource, object)) {
            // The last finalizer is gone: this write is the deletion. Watchers see the object as it last was, and the
            // writer sees it without the finalizer at the revision that it had.
            Stored last = EncodedObject.of(resource, current.key(), object).at(current.revision());
            Written written = Written.of(last, Written.Effect.CHANGED, warnings);
            return new Attempt.Change(
                    rules.remove(resource, snapshot, current, old).commit(), revision -> written);
        }
        reliedOn.add(WriteRules.unchanged(current));
        WriteRules.Staged staged = rules.put(resource, snapshot, current.key(), old, object, reliedOn);
        return new Attempt.Change(
                staged.commit(),
                revision -> Written.of(staged.object().apply(revision), Written.Effect.CHANGED, warnings));
    }

    /// A uid in a new object names the one that is meant. In a patch it is a change, and that is not allowed.
    private void checkUid(JsonObject proposed, Stored current) {
        String uid = proposed.child("metadata").textOr("uid", "");
        if (!uid.isEmpty() && !uid.equals(current.header().uid())) {
            throw anotherIsMeant(request, uid, current.header().uid());
        }
    }

    /// What an update of an object that is not there makes, where it may make one. An object that names a uid means one
    /// that was there: somebody deleted it, and it does not come back.
    static JsonObject asNewObject(WriteRequest request, JsonObject object) {
        String uid = object.child("metadata").textOr("uid", "");
        if (!uid.isEmpty()) {
            throw anotherIsMeant(request, uid, "");
        }
        return object.copy();
    }

    private static ApiException anotherIsMeant(WriteRequest request, String meant, String there) {
        return new ApiException(new ApiError.Conflict(
                request.resource().groupResource(),
                request.key().name(),
                "Precondition failed: UID in precondition: " + meant + ", UID in object meta: " + there));
    }

    /// So does a resource version, in a patch too.
    private void checkVersion(JsonObject proposed, Stored current) {
        String version = proposed.child("metadata").textOr("resourceVersion", "");
        if (version.isEmpty() || version.equals("0")) {
            if (part != WriteKind.SCALE
                    && resource.strategy().traits().updateVersion() == Traits.UpdateVersion.REQUIRED) {
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

    private void prepare(JsonObject object, JsonObject old) {
        JsonObject metadata = object.child("metadata");
        JsonObject before = old.child("metadata");
        switch (part) {
            case OBJECT, SCALE -> resource.strategy().preparation().prepareForUpdate(object, old);
            case STATUS -> resource.strategy().preparation().prepareForStatusUpdate(object, old);
            case EPHEMERAL_CONTAINERS, RESIZE, APPROVAL ->
                resource.strategy().preparation().prepareForSubresourceUpdate(part.subresource(), object, old);
            case ACTION -> {}
        }
        boolean desired = part != WriteKind.STATUS && part != WriteKind.ACTION;
        if (desired
                && resource.strategy().traits().generations().countsChanges()
                && resource.strategy().desiredState().changesDesiredState(object, old)) {
            metadata.put("generation", before.integerOr("generation", 0) + 1);
        }
    }

    private void validate(JsonObject now, JsonObject before) {
        JsonObject object = toLookAt(now);
        JsonObject old = toLookAt(before);
        List<FieldError> errors = new ArrayList<>(ObjectMetaValidation.onUpdate(object, old));
        errors.addAll(
                switch (part) {
                    case OBJECT, SCALE -> resource.strategy().rules().validateUpdate(object, old);
                    case STATUS -> resource.strategy().rules().validateStatusUpdate(object, old);
                    case EPHEMERAL_CONTAINERS, RESIZE, APPROVAL ->
                        resource.strategy().rules().validateSubresourceUpdate(part.subresource(), object, old);
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
