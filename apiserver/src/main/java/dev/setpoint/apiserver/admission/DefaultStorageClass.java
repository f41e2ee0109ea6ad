package dev.setpoint.apiserver.admission;

import dev.setpoint.apiserver.registry.write.AdmissionAttempt;
import dev.setpoint.apiserver.registry.write.AdmissionAttempt.Operation;
import dev.setpoint.apiserver.registry.write.AdmissionPlugin;
import dev.setpoint.machinery.json.JsonObject;
import java.util.List;

/// A claim that names no class gets the default one. Naming the empty class asks for none.
final class DefaultStorageClass implements AdmissionPlugin {
    private static final List<String> MARKS =
            List.of("storageclass.kubernetes.io/is-default-class", "storageclass.beta.kubernetes.io/is-default-class");
    private static final String OLD_CLASS = "volume.beta.kubernetes.io/storage-class";

    @Override
    public String name() {
        return "DefaultStorageClass";
    }

    @Override
    public void mutate(AdmissionAttempt attempt) {
        if (!attempt.concerns(Operation.CREATE, "persistentvolumeclaims")) {
            return;
        }
        JsonObject spec = attempt.object().child("spec");
        JsonObject annotations = attempt.object().child("metadata").object("annotations");
        boolean chosen = spec.has("storageClassName") || (annotations != null && annotations.has(OLD_CLASS));
        if (!chosen) {
            DefaultClasses.find(attempt, "storageclasses.storage.k8s.io", MARKS)
                    .ifPresent(name -> spec.put("storageClassName", name));
        }
    }
}
