package dev.setpoint.apiserver.admission;

import dev.setpoint.apiserver.registry.Admission;
import dev.setpoint.apiserver.registry.Review;
import dev.setpoint.apiserver.registry.Review.Operation;
import dev.setpoint.machinery.json.JsonObject;
import java.util.List;

/// A claim that names no class gets the default one. Naming the empty class asks for none.
final class DefaultStorageClass implements Admission {
    private static final List<String> MARKS =
            List.of("storageclass.kubernetes.io/is-default-class", "storageclass.beta.kubernetes.io/is-default-class");
    private static final String OLD_CLASS = "volume.beta.kubernetes.io/storage-class";

    @Override
    public String name() {
        return "DefaultStorageClass";
    }

    @Override
    public void mutate(Review review) {
        if (!review.concerns(Operation.CREATE, "persistentvolumeclaims")) {
            return;
        }
        JsonObject spec = review.object().child("spec");
        JsonObject annotations = review.object().child("metadata").object("annotations");
        boolean chosen = spec.has("storageClassName") || (annotations != null && annotations.has(OLD_CLASS));
        if (!chosen) {
            DefaultClasses.find(review, "storageclasses.storage.k8s.io", MARKS)
                    .ifPresent(name -> spec.put("storageClassName", name));
        }
    }
}
