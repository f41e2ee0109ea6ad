package dev.setpoint.apiserver.admission;

import dev.setpoint.apiserver.registry.write.AdmissionAttempt;
import dev.setpoint.apiserver.registry.write.AdmissionAttempt.Operation;
import dev.setpoint.apiserver.registry.write.AdmissionPlugin;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import java.util.List;

/// A pod that says nothing else stays five minutes on a node that fell silent.
final class DefaultTolerationSeconds implements AdmissionPlugin {
    private static final int SECONDS = 300;
    private static final List<String> TAINTS =
            List.of("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable");

    @Override
    public String name() {
        return "DefaultTolerationSeconds";
    }

    @Override
    public void mutate(AdmissionAttempt attempt) {
        boolean written = attempt.concerns(Operation.CREATE, "pods") || attempt.concerns(Operation.UPDATE, "pods");
        if (!written || !attempt.gives("spec")) {
            return;
        }
        JsonObject spec = attempt.object().child("spec");
        for (String taint : TAINTS) {
            JsonArray present = spec.array("tolerations");
            if (present != null && present.objects().stream().anyMatch(each -> covers(each, taint))) {
                continue;
            }
            if (present == null) {
                present = new JsonArray();
                spec.put("tolerations", present);
            }
            present.add(new JsonObject()
                    .put("effect", "NoExecute")
                    .put("key", taint)
                    .put("operator", "Exists")
                    .put("tolerationSeconds", SECONDS));
        }
    }

    private static boolean covers(JsonObject toleration, String taint) {
        String key = toleration.textOr("key", "");
        String effect = toleration.textOr("effect", "");
        return (key.isEmpty() || key.equals(taint)) && (effect.isEmpty() || effect.equals("NoExecute"));
    }
}
