package dev.setpoint.apiserver.registry;

import dev.setpoint.apiserver.pipeline.Request;
import dev.setpoint.base.Env;
import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.FieldError;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.time.Timestamps;
import dev.setpoint.resources.strategy.ObjectMetaValidation;
import dev.setpoint.store.Snapshot;
import java.util.ArrayList;
import java.util.List;

/// Makes new objects.
final class Creation {
    private static final int NAME_ATTEMPTS = 8;

    private final ObjectWriter writer;

    Creation(ObjectWriter writer) {
        this.writer = writer;
    }

    /// The object as it was committed, or as it would have been when `dryRun`: then at revision 0.
    ///
    /// @param object in the served version, without its type; changed in place
    /// @param applied whether its managers are already told, by server-side apply
    Stored create(
            Request request, ServedResource resource, JsonObject object, WriteParameters parameters, boolean applied) {
        JsonObject metadata = object.child("metadata");
        placeInNamespace(request, resource, metadata);
        if (!metadata.textOr("resourceVersion", "").isEmpty()) {
            throw new ApiException(
                    new ApiError.Unclassified("resourceVersion should not be set on objects to be created"));
        }
        boolean generated = metadata.textOr("name", "").isEmpty()
                && !metadata.textOr("generateName", "").isEmpty();
        for (int attempt = 1; ; attempt++) {
            if (generated) {
                metadata.put("name", Identity.generateName(writer.env(), metadata.textOr("generateName", "")));
            }
            try {
                return createNamed(request, resource, object.copy(), parameters, applied);
            } catch (ApiException e) {
                if (!generated || !(e.error() instanceof ApiError.AlreadyExists(var which, var name))) {
                    throw e;
                }
                if (attempt == NAME_ATTEMPTS) {
                    throw new ApiException(new ApiError.GeneratedNameTaken(which, name));
                }
            }
        }
    }

    private Stored createNamed(
            Request request, ServedResource resource, JsonObject served, WriteParameters parameters, boolean applied) {
        String name = served.child("metadata").textOr("name", "");
        String namespace = served.child("metadata").textOr("namespace", "");
        requireNamespace(resource, writer.snapshot(), namespace, name);
        JsonObject object = resource.conversion().toStored(served);
        setSystemFields(object.child("metadata"), writer.env());
        resource.strategy().applyDefaults(object);
        if (!applied) {
            ManagedFields.onWrite(
                    request,
                    resource,
                    Change.OBJECT,
                    parameters.fieldManager(),
                    null,
                    object,
                    writer.env().wallTime());
        }
        resource.strategy().prepareForCreate(object);
        if (resource.strategy().countsGenerations()) {
            object.child("metadata").put("generation", 1);
        }
        List<FieldError> errors = new ArrayList<>(ObjectMetaValidation.onCreate(object, resource.type()));
        errors.addAll(resource.strategy().validate(object));
        if (!errors.isEmpty()) {
            throw resource.invalid(name, errors);
        }
        Key key = resource.key(namespace, name);
        if (parameters.dryRun()) {
            if (writer.snapshot().find(key).isPresent()) {
                throw new ApiException(new ApiError.AlreadyExists(resource.groupResource(), name));
            }
            return ObjectWriter.encode(resource, key, object).at(0);
        }
        return commit(resource, key, object);
    }

    private Stored commit(ServedResource resource, Key key, JsonObject object) {
        return writer.change(snapshot -> {
            if (snapshot.find(key).isPresent()) {
                throw new ApiException(new ApiError.AlreadyExists(resource.groupResource(), key.name()));
            }
            var conditions =
                    ObjectWriter.inNamespace(resource, snapshot, key.namespace(), key.name(), ObjectWriter.absent(key));
            return writer.put(resource, snapshot, key, null, object, conditions);
        });
    }

    private static void placeInNamespace(Request request, ServedResource resource, JsonObject metadata) {
        String wanted = request.target().namespace();
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

    private static void requireNamespace(ServedResource resource, Snapshot snapshot, String namespace, String name) {
        ObjectWriter.inNamespace(
                resource, snapshot, namespace, name, ObjectWriter.absent(resource.key(namespace, name)));
    }

    private static void setSystemFields(JsonObject metadata, Env env) {
        for (String field : List.of("resourceVersion", "selfLink", "deletionTimestamp", "deletionGracePeriodSeconds")) {
            metadata.remove(field);
        }
        metadata.remove("generation");
        metadata.put("uid", Identity.uid(env));
        metadata.put("creationTimestamp", Timestamps.seconds(env.wallTime()));
    }
}
