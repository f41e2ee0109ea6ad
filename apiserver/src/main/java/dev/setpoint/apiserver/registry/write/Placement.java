package dev.setpoint.apiserver.registry.write;

import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.registry.catalog.ServedResource;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.json.JsonObject;

/// Where an object says that it is must be where the request says that it is. Kubernetes has other words for it in
/// each verb.
public final class Placement {
    private Placement() {}

    /// A new object belongs into the namespace of the request, and is told so where it says nothing.
    static void ofNew(Call call, ServedResource resource, JsonObject metadata) {
        String wanted = call.target().namespace();
        String given = metadata.textOr("namespace", "");
        if (!resource.type().namespaced()) {
            if (given.isEmpty()) {
                metadata.remove("namespace");
            }
            return;
        }
        if (!given.isEmpty() && !given.equals(wanted)) {
            throw otherNamespace();
        }
        metadata.put("namespace", wanted);
    }

    /// What replaces an object must have its name.
    public static void checkReplacement(Call call, ServedResource resource, JsonObject object) {
        JsonObject metadata = object.child("metadata");
        String name = metadata.textOr("name", "");
        if (name.isEmpty()) {
            throw bad("name must be provided");
        }
        checkName(call, name);
        String namespace = metadata.textOr("namespace", "");
        if (resource.type().namespaced()
                && !namespace.isEmpty()
                && !namespace.equals(call.target().namespace())) {
            throw bad("the namespace of the object (" + namespace + ") does not match the namespace on the request ("
                    + call.target().namespace() + ")");
        }
    }

    /// A patch cannot move an object.
    static JsonObject checkPatched(Call call, ServedResource resource, JsonObject object) {
        JsonObject metadata = object.child("metadata");
        checkName(call, metadata.textOr("name", ""));
        if (resource.type().namespaced()
                && !metadata.textOr("namespace", "").equals(call.target().namespace())) {
            throw otherNamespace();
        }
        return object;
    }

    /// What is applied need not say where it is.
    static void checkApplied(Call call, JsonObject metadata) {
        String name = metadata.textOr("name", "");
        if (!name.isEmpty()) {
            checkName(call, name);
        }
        String namespace = metadata.textOr("namespace", "");
        if (!namespace.isEmpty() && !namespace.equals(call.target().namespace())) {
            throw otherNamespace();
        }
    }

    private static void checkName(Call call, String name) {
        String wanted = call.target().name();
        if (!name.equals(wanted)) {
            throw bad("the name of the object (" + name + ") does not match the name on the URL (" + wanted + ")");
        }
    }

    private static ApiException otherNamespace() {
        return bad("the namespace of the provided object does not match the namespace sent on the request");
    }

    private static ApiException bad(String message) {
        return new ApiException(new ApiError.BadRequest(message));
    }
}
