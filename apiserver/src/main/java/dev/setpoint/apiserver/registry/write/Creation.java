package dev.setpoint.apiserver.registry.write;

import dev.setpoint.apiserver.registry.catalog.ServedResource;
import dev.setpoint.base.Env;
import dev.setpoint.base.value.Key;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.FieldError;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.schema.Canonical;
import dev.setpoint.machinery.time.Timestamps;
import dev.setpoint.resources.strategy.ObjectMetaValidation;
import dev.setpoint.store.Commit;
import dev.setpoint.store.Snapshot;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Makes a new object.
final class Creation implements Transaction.Decision {
    private final WriteRules rules;
    private final WriteRequest request;
    private final ServedResource resource;
    private final JsonObject given;
    private final boolean generatesName;
    private final AttemptMemory memory;
    private @Nullable NewObject prepared;

    /// The object with everything that does not depend on other objects. The attempts get copies.
    private record NewObject(Key key, JsonObject object) {}

    private Creation(WriteRules rules, WriteRequest request, JsonObject given) {
        this.rules = rules;
        this.memory = new AttemptMemory(rules.memory());
        this.request = request;
        this.resource = request.resource();
        this.given = given;
        JsonObject metadata = given.child("metadata");
        this.generatesName = metadata.textOr("name", "").isEmpty()
                && !metadata.textOr("generateName", "").isEmpty();
    }

    /// @param object in the served version, without its type; changed in place
    static Creation of(WriteRules rules, WriteRequest request, JsonObject object) {
        ServedResource resource = request.resource();
        JsonObject metadata = object.child("metadata");
        resource.storageForm().requireCreatable(resource.groupResource(), metadata.textOr("name", ""));
        Placement.ofNew(request.call(), resource, metadata);
        if (!metadata.textOr("resourceVersion", "").isEmpty()) {
            throw new ApiException(
                    new ApiError.Unclassified("resourceVersion should not be set on objects to be created"));
        }
        return new Creation(rules, request, object);
    }

    @Override
    public Attempt on(Snapshot snapshot) {
        if (prepared == null) {
            prepared = prepare();
        }
        memory.beginAttempt();
        try {
            return create(snapshot, prepared.key(), prepared.object().copy());
        } catch (AdmissionPlugin.NotYet e) {
            return new Attempt.Again(Retries.Reason.NOT_YET, e.reason());
        }
    }

    private NewObject prepare() {
        Env env = rules.env();
        JsonObject metadata = given.child("metadata");
        if (generatesName) {
            metadata.put("name", IdentityGenerator.generateName(env, metadata.textOr("generateName", "")));
        }
        Key key = resource.key(metadata.textOr("namespace", ""), metadata.textOr("name", ""));
        // A name that is taken is followed by another: preparing the same object again changes nothing else in it.
        boolean reusable = !generatesName || resource.type().servedAsStored();
        JsonObject object = resource.conversion().toStored(reusable ? given : given.copy());
        setSystemFields(object.child("metadata"));
        resource.strategy().defaults().applyDefaults(object);
        if (!(request.intent() instanceof Intent.Apply)) { // An apply has told its managers already.
            String manager = request.parameters().fieldManager();
            rules.memory().managedFields().onCreate(request.call(), resource, manager, object, env.wallTime());
        }
        return new NewObject(key, object);
    }

    private void setSystemFields(JsonObject metadata) {
        for (String field : List.of("resourceVersion", "selfLink", "deletionTimestamp", "deletionGracePeriodSeconds")) {
            metadata.remove(field);
        }
        if (resource.strategy().traits().generations().countsChanges()) {
            metadata.put("generation", 1);
        }
        metadata.put("uid", IdentityGenerator.uid(rules.env()));
        metadata.put("creationTimestamp", Timestamps.seconds(rules.env().wallTime()));
    }

    private Attempt create(Snapshot snapshot, Key key, JsonObject object) {
        AdmissionAttempt attempt = AdmissionAttempt.ofCreation(request, memory, key, snapshot, object);
        rules.admission().mutate(attempt);
        resource.strategy().preparation().prepareForCreate(object);
        rules.callerRules().prepare(request.call(), resource, null, object);
        List<FieldError> errors = new ArrayList<>(ObjectMetaValidation.onCreate(
                object, resource.type(), resource.strategy().traits()));
        errors.addAll(resource.strategy().rules().validate(object));
        if (!errors.isEmpty()) {
            throw resource.invalid(key.name(), errors);
        }
        rules.admission().validate(attempt);
        List<String> warnings = resource.strategy().warnings().warnings(object);
        var present = snapshot.find(key);
        if (present.isPresent()) {
            return taken(key, present.get().header().deleting());
        }
        if (request.parameters().dryRun()) {
            return new Attempt.Settled(
                    Written.of(EncodedObject.of(resource, key, object).at(0), Written.Effect.CREATED, warnings));
        }
        List<Commit.Condition> conditions = attempt.conditions();
        conditions.add(WriteRules.absent(key));
        Canonical.apply(object, resource.storageSchema());
        WriteRules.Staged staged = rules.put(resource, snapshot, key, null, object, conditions);
        return new Attempt.Change(
                staged.commit(),
                revision -> Written.of(staged.object().apply(revision), Written.Effect.CREATED, warnings));
    }

    private Attempt taken(Key key, boolean deleting) {
        if (!generatesName) {
            throw new ApiException(new ApiError.AlreadyExists(resource.groupResource(), key.name(), deleting));
        }
        prepared = null;
        return new Attempt.Again(
                Retries.Reason.NAME_TAKEN,
                new ApiException(new ApiError.GeneratedNameTaken(resource.groupResource(), key.name())));
    }
}
