package dev.setpoint.apiserver.admission;

import dev.setpoint.apiserver.registry.write.AdmissionAttempt;
import dev.setpoint.apiserver.registry.write.AdmissionAttempt.Operation;
import dev.setpoint.apiserver.registry.write.AdmissionPlugin;
import dev.setpoint.machinery.json.JsonObject;
import java.util.List;

/// An Ingress that names no class gets the default one.
final class DefaultIngressClass implements AdmissionPlugin {
    private static final List<String> MARKS = List.of("ingressclass.kubernetes.io/is-default-class");
    private static final String OLD_CLASS = "kubernetes.io/ingress.class";

    @Override
    public String name() {
        return "DefaultIngressClass";
    }

    @Override
    public void mutate(AdmissionAttempt attempt) {
        if (!attempt.concerns(Operation.CREATE, "ingresses.networking.k8s.io")) {
            return;
        }
        JsonObject spec = attempt.object().child("spec");
        JsonObject annotations = attempt.object().child("metadata").object("annotations");
        boolean chosen = spec.has("ingressClassName") || (annotations != null && annotations.has(OLD_CLASS));
        if (!chosen) {
            DefaultClasses.find(attempt, "ingressclasses.networking.k8s.io", MARKS)
                    .ifPresent(name -> spec.put("ingressClassName", name));
        }
    }
}
