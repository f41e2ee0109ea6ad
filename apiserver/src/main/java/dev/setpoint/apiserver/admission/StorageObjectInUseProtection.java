package dev.setpoint.apiserver.admission;

import dev.setpoint.apiserver.registry.write.AdmissionAttempt;
import dev.setpoint.apiserver.registry.write.AdmissionAttempt.Operation;
import dev.setpoint.apiserver.registry.write.AdmissionPlugin;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;

/// Volumes and claims carry a finalizer from the start, so that none vanishes under a pod that uses it.
final class StorageObjectInUseProtection implements AdmissionPlugin {
    @Override
    public String name() {
        return "StorageObjectInUseProtection";
    }

    @Override
    public void mutate(AdmissionAttempt attempt) {
        if (attempt.concerns(Operation.CREATE, "persistentvolumeclaims")) {
            protect(attempt.object(), "kubernetes.io/pvc-protection");
        } else if (attempt.concerns(Operation.CREATE, "persistentvolumes")) {
            protect(attempt.object(), "kubernetes.io/pv-protection");
        }
    }

    private static void protect(JsonObject object, String finalizer) {
        JsonObject metadata = object.child("metadata");
        JsonArray finalizers = metadata.array("finalizers");
        if (finalizers == null) {
            finalizers = new JsonArray();
            metadata.put("finalizers", finalizers);
        }
        if (!finalizers.contains(JsonValue.of(finalizer))) {
            finalizers.add(JsonValue.of(finalizer));
        }
    }
}
