package dev.setpoint.apiserver.registry.write;

import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.registry.catalog.ServedResource;
import dev.setpoint.base.Env;
import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.FieldError;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.schema.Canonical;
import dev.setpoint.machinery.time.Timestamps;
import dev.setpoint.resources.strategy.ObjectMetaValidation;
import dev.setpoint.store.Commit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Makes new objects.
public final class Creation {
    private static final int NAME_ATTEMPTS = 8;

    /// As long as Kubernetes waits for the service account of a new namespace.
    private static final int ADMISSION_ATTEMPTS = 15;

    private static final Duration ADMISSION_PAUSE = Duration.ofMillis(100);

    private final ObjectWriter writer;
    private final AdmissionPlugin admission;

    public Creation(ObjectWriter writer, AdmissionPlugin admission) {
        this.writer = writer;
        this.admission = admission;
    }

    /// The object as it was committed, or as it would have been when `dryRun`: then at revision 0.
    ///
    /// @param object in the served version, without its type; changed in place
    /// @param applied whether its managers are already told, by server-side apply
    /// @param advice gets what the kind has to say about the object
    public Stored create(
            Call call,
            ServedResource resource,
            JsonObject object,
            WriteParameters parameters,
            boolean applied,
            Advice advice) {
        JsonObject metadata = object.child("metadata");
        resource.storageForm().requireCreatable(resource.groupResource(), metadata.textOr("name", ""));
        placeInNamespace(call, resource, metadata);
        if (!metadata.textOr("resourceVersion", "").isEmpty()) {
            throw new ApiException(
                    new ApiError.Unclassified("resourceVersion should not be set on objects to be created"));
        }
        boolean generated = metadata.textOr("name", "").isEmpty()
                && !metadata.textOr("generateName", "").isEmpty();
        for (int attempt = 1; ; attempt++) {
            if (generated) {
                metadata.put("name", IdentityGenerator.generateName(writer.env(), metadata.textOr("generateName", "")));
            }
            try {
                return createWhenReady(call, resource, object, parameters, applied, advice);
            } catch (ApiException e) {
                if (!generated || !(e.error() instanceof ApiError.AlreadyExists(var which, var name, var _))) {
                    throw e;
                }
                if (attempt == NAME_ATTEMPTS) {
                    throw new ApiException(new ApiError.GeneratedNameTaken(which, name));
                }
            }
        }
    }

    private Stored createNamed(
            Call call,
            ServedResource resource,
            JsonObject served,
            WriteParameters parameters,
            boolean applied,
            Advice advice) {
        String name = served.child("metadata").textOr("name", "");
        Key key = resource.key(served.child("metadata").textOr("namespace", ""), name);
        JsonObject completed = resource.conversion().toStored(served);
        setSystemFields(resource, completed.child("metadata"), writer.env());
        resource.strategy().applyDefaults(completed);
        if (!applied) {
            ManagedFields.onCreate(
                    call,
                    resource,
                    parameters.fieldManager(),
                    completed,
                    writer.env().wallTime());
        }
        return writer.change(snapshot -> {
            JsonObject object = completed.copy();
            AdmissionAttempt attempt = AdmissionAttempt.ofCreation(call.user(), resource, key, snapshot, object);
            admission.mutate(attempt);
            resource.strategy().prepareForCreate(object);
            writer.callerRules().prepare(call, resource, null, object);
            List<FieldError> errors = new ArrayList<>(ObjectMetaValidation.onCreate(object, resource.type()));
            errors.addAll(resource.strategy().validate(object));
            if (!errors.isEmpty()) {
                throw resource.invalid(name, errors);
            }
            admission.validate(attempt);
            advice.give(resource.strategy().warnings(object));
            snapshot.find(key).ifPresent(present -> {
                throw new ApiException(new ApiError.AlreadyExists(
                        resource.groupResource(), name, present.header().deleting()));
            });
            if (parameters.dryRun()) {
                return new ObjectWriter.Attempt.Settled<>(
                        ObjectWriter.encode(resource, key, object).at(0));
            }
            List<Commit.Condition> conditions = attempt.conditions();
            conditions.add(ObjectWriter.absent(key));
            Canonical.apply(object, resource.storageSchema());
            return writer.put(resource, snapshot, key, null, object, conditions);
        });
    }

    /// Waits a little for what admission expects to appear.
    private Stored createWhenReady(
            Call call,
            ServedResource resource,
            JsonObject served,
            WriteParameters parameters,
            boolean applied,
            Advice advice) {
        for (int attempt = 1; ; attempt++) {
            try {
                // Once more is the same on an object that was prepared once, unless another version was made of it.
                JsonObject object = resource.type().servedAsStored() ? served : served.copy();
                return createNamed(call, resource, object, parameters, applied, advice);
            } catch (AdmissionPlugin.NotYet e) {
                if (attempt == ADMISSION_ATTEMPTS) {
                    throw e.reason();
                }
                writer.env().sleep(ADMISSION_PAUSE);
            }
        }
    }

    private static void placeInNamespace(Call call, ServedResource resource, JsonObject metadata) {
        String wanted = call.target().namespace();
        String given = metadata.textOr("namespace", "");
        if (!resource.type().namespaced()) {
            if (given.isEmpty()) {
                metadata.remove("namespace");
            }
            return;
        }
        if (!given.isEmpty() && !given.equals(wanted)) {
            throw new ApiException(new ApiError.BadRequest(
                    "the namespace of the provided object does not match the namespace sent on the request"));
        }
        metadata.put("namespace", wanted);
    }

    private static void setSystemFields(ServedResource resource, JsonObject metadata, Env env) {
        for (String field : List.of("resourceVersion", "selfLink", "deletionTimestamp", "deletionGracePeriodSeconds")) {
            metadata.remove(field);
        }
        if (resource.strategy().countsGenerations()) {
            metadata.put("generation", 1);
        }
        metadata.put("uid", IdentityGenerator.uid(env));
        metadata.put("creationTimestamp", Timestamps.seconds(env.wallTime()));
    }
}
