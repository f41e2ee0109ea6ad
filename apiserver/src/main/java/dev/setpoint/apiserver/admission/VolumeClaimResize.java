package dev.setpoint.apiserver.admission;

import dev.setpoint.apiserver.registry.write.AdmissionAttempt;
import dev.setpoint.apiserver.registry.write.AdmissionAttempt.Operation;
import dev.setpoint.apiserver.registry.write.AdmissionPlugin;
import dev.setpoint.base.value.Key;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.quantity.Quantity;
import java.util.Optional;

/// A claim grows only where its class allows it.
final class VolumeClaimResize implements AdmissionPlugin {
    @Override
    public String name() {
        return "PersistentVolumeClaimResize";
    }

    @Override
    public void validate(AdmissionAttempt attempt) {
        if (!attempt.concerns(Operation.UPDATE, "persistentvolumeclaims")) {
            return;
        }
        Optional<Quantity> before = requested(attempt.old());
        Optional<Quantity> after = requested(attempt.object());
        boolean grows = before.isPresent() && after.isPresent() && after.get().compareTo(before.get()) > 0;
        if (!grows) {
            return;
        }
        JsonObject status = attempt.old().object("status");
        if (status == null || !status.textOr("phase", "").equals("Bound")) {
            throw attempt.forbidden("Only bound persistent volume claims can be expanded");
        }
        String storageClass = attempt.object().child("spec").textOr("storageClassName", "");
        boolean allowed = attempt.find(new Key("storageclasses.storage.k8s.io", "", storageClass))
                .map(attempt::tree)
                .map(found -> found.booleanOr("allowVolumeExpansion", false))
                .orElse(false);
        if (!allowed) {
            throw attempt.forbidden("only dynamically provisioned pvc can be resized and the storageclass that "
                    + "provisions the pvc must support resize");
        }
    }

    private static Optional<Quantity> requested(JsonObject claim) {
        return claim.at("spec", "resources", "requests") instanceof JsonObject requests && requests.has("storage")
                ? Optional.of(Quantity.parse(requests.textOr("storage", "")))
                : Optional.empty();
    }
}
