package dev.setpoint.apiserver.admission;

import dev.setpoint.apiserver.registry.Admission;
import dev.setpoint.apiserver.registry.Review;
import dev.setpoint.apiserver.registry.Review.Operation;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;

/// Volumes and claims carry a finalizer from the start, so that none vanishes under a pod that uses it.
final class StorageObjectInUseProtection implements Admission {
    @Override
    public String name() {
        return "StorageObjectInUseProtection";
    }

    @Override
    public void mutate(Review review) {
        if (review.concerns(Operation.CREATE, "persistentvolumeclaims")) {
            protect(review.object(), "kubernetes.io/pvc-protection");
        } else if (review.concerns(Operation.CREATE, "persistentvolumes")) {
            protect(review.object(), "kubernetes.io/pv-protection");
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
