package dev.setpoint.apiserver.admission;

import dev.setpoint.apiserver.registry.write.AdmissionAttempt;
import dev.setpoint.apiserver.registry.write.AdmissionAttempt.Operation;
import dev.setpoint.apiserver.registry.write.AdmissionPlugin;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;

/// A node begins with nothing placed on it: node lifecycle lifts the taint when the node says that it is ready.
final class TaintNodesByCondition implements AdmissionPlugin {
    private static final String NOT_READY = "node.kubernetes.io/not-ready";
    private static final String EFFECT = "NoSchedule";

    @Override
    public String name() {
        return "TaintNodesByCondition";
    }

    @Override
    public void mutate(AdmissionAttempt attempt) {
        if (!attempt.concerns(Operation.CREATE, "nodes")) {
            return;
        }
        JsonObject spec = attempt.object().child("spec");
        JsonArray taints = spec.array("taints");
        if (taints == null) {
            taints = new JsonArray();
            spec.put("taints", taints);
        }
        boolean tainted = taints.objects().stream()
                .anyMatch(taint -> taint.textOr("key", "").equals(NOT_READY)
                        && taint.textOr("effect", "").equals(EFFECT));
        if (!tainted) {
            taints.add(new JsonObject().put("effect", EFFECT).put("key", NOT_READY));
        }
    }
}
