package dev.setpoint.apiserver.admission;

import dev.setpoint.apiserver.registry.Admission;
import dev.setpoint.apiserver.registry.Review;
import dev.setpoint.apiserver.registry.Review.Operation;
import dev.setpoint.machinery.json.JsonObject;
import java.util.List;

/// An Ingress that names no class gets the default one.
final class DefaultIngressClass implements Admission {
    private static final List<String> MARKS = List.of("ingressclass.kubernetes.io/is-default-class");
    private static final String OLD_CLASS = "kubernetes.io/ingress.class";

    @Override
    public String name() {
        return "DefaultIngressClass";
    }

    @Override
    public void mutate(Review review) {
        if (!review.concerns(Operation.CREATE, "ingresses.networking.k8s.io")) {
            return;
        }
        JsonObject spec = review.object().child("spec");
        JsonObject annotations = review.object().child("metadata").object("annotations");
        boolean chosen = spec.has("ingressClassName") || (annotations != null && annotations.has(OLD_CLASS));
        if (!chosen) {
            DefaultClasses.find(review, "ingressclasses.networking.k8s.io", MARKS)
                    .ifPresent(name -> spec.put("ingressClassName", name));
        }
    }
}
