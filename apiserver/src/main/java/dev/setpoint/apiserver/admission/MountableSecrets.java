package dev.setpoint.apiserver.admission;

import dev.setpoint.apiserver.registry.write.AdmissionAttempt;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Service accounts may limit their pods to the secrets that they list.
final class MountableSecrets {
    private MountableSecrets() {}

    static void check(AdmissionAttempt attempt, JsonObject account, JsonObject spec) {
        String name = account.child("metadata").textOr("name", "");
        List<String> allowed = names(account.array("secrets"));
        for (JsonObject volume : objects(spec.array("volumes"))) {
            JsonObject secret = volume.object("secret");
            if (secret != null && !allowed.contains(secret.textOr("secretName", ""))) {
                throw attempt.forbidden("volume with secret.secretName=\"" + secret.textOr("secretName", "")
                        + "\" is not allowed because service account " + name + " does not reference that secret");
            }
        }
        for (String list : List.of("initContainers", "containers")) {
            for (JsonObject container : objects(spec.array(list))) {
                checkEnvironment(attempt, list, container, name, allowed);
            }
        }
        List<String> allowedPulls = names(account.array("imagePullSecrets"));
        List<String> pulls = names(spec.array("imagePullSecrets"));
        for (int i = 0; i < pulls.size(); i++) {
            if (!allowedPulls.contains(pulls.get(i))) {
                throw attempt.forbidden("imagePullSecrets[" + i + "].name=\"" + pulls.get(i)
                        + "\" is not allowed because service account " + name
                        + " does not reference that imagePullSecret");
            }
        }
    }

    private static void checkEnvironment(
            AdmissionAttempt attempt, String list, JsonObject container, String account, List<String> allowed) {
        String what = (list.equals("containers") ? "container " : "init container ") + container.textOr("name", "");
        for (JsonObject variable : objects(container.array("env"))) {
            if (variable.at("valueFrom", "secretKeyRef") instanceof JsonObject reference
                    && !allowed.contains(reference.textOr("name", ""))) {
                throw attempt.forbidden(what + " with envVar " + variable.textOr("name", "")
                        + " referencing secret.secretName=\"" + reference.textOr("name", "")
                        + "\" is not allowed because service account " + account
                        + " does not reference that secret");
            }
        }
        for (JsonObject source : objects(container.array("envFrom"))) {
            JsonObject secret = source.object("secretRef");
            if (secret != null && !allowed.contains(secret.textOr("name", ""))) {
                throw attempt.forbidden(what + " with envFrom referencing secret.secretName=\""
                        + secret.textOr("name", "") + "\" is not allowed because service account " + account
                        + " does not reference that secret");
            }
        }
    }

    private static List<String> names(@Nullable JsonArray references) {
        return objects(references).stream()
                .map(reference -> reference.textOr("name", ""))
                .toList();
    }

    private static List<JsonObject> objects(@Nullable JsonArray array) {
        return array == null ? List.of() : array.objects();
    }
}
