package dev.setpoint.apiserver.admission;

import dev.setpoint.apiserver.registry.write.AdmissionAttempt;
import dev.setpoint.apiserver.registry.write.AdmissionAttempt.Operation;
import dev.setpoint.apiserver.registry.write.AdmissionPlugin;
import dev.setpoint.base.value.Key;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import java.util.Optional;

/// Gives a pod the overhead and the placement of its runtime class.
final class RuntimeClassAdmission implements AdmissionPlugin {
    private static final String CLASSES = "runtimeclasses.node.k8s.io";

    @Override
    public String name() {
        return "RuntimeClass";
    }

    @Override
    public void mutate(AdmissionAttempt attempt) {
        if (!attempt.concerns(Operation.CREATE, "pods")) {
            return;
        }
        JsonObject spec = attempt.object().child("spec");
        JsonObject overhead = null;
        Optional<JsonObject> found = runtimeClass(attempt, spec);
        if (found.isPresent()) {
            JsonObject declared = found.get().object("overhead");
            overhead = declared == null ? null : declared.object("podFixed");
            place(attempt, spec, found.get().child("scheduling"));
        }
        JsonObject given = spec.object("overhead");
        if (overhead == null) {
            if (given != null) {
                throw attempt.forbidden(
                        "pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead");
            }
        } else if (given != null && !given.equals(overhead)) {
            throw attempt.forbidden("pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead");
        } else {
            spec.put("overhead", overhead);
        }
    }

    private static Optional<JsonObject> runtimeClass(AdmissionAttempt attempt, JsonObject spec) {
        String wanted = spec.text("runtimeClassName");
        if (wanted == null) {
            return Optional.empty();
        }
        return Optional.of(attempt.find(new Key(CLASSES, "", wanted))
                .map(attempt::tree)
                .map(JsonObject::copy) // Parts of it go into the pod.
                .orElseThrow(() -> attempt.forbidden("pod rejected: RuntimeClass \"" + wanted + "\" not found")));
    }

    private static void place(AdmissionAttempt attempt, JsonObject spec, JsonObject scheduling) {
        JsonObject wanted = scheduling.object("nodeSelector");
        if (wanted != null) {
            JsonObject selector = spec.child("nodeSelector");
            wanted.forEach((key, value) -> {
                JsonValue present = selector.get(key);
                if (present != null && !present.equals(value)) {
                    throw attempt.forbidden("conflict: runtimeClass.scheduling.nodeSelector[" + key + "] = "
                            + wanted.textOr(key, "") + "; pod.spec.nodeSelector[" + key + "] = "
                            + selector.textOr(key, ""));
                }
                selector.put(key, value);
            });
        }
        JsonArray extra = scheduling.array("tolerations");
        if (extra != null) {
            JsonArray tolerations =
                    Optional.ofNullable(spec.array("tolerations")).orElseGet(JsonArray::new);
            for (JsonValue toleration : extra) {
                if (!tolerations.contains(toleration)) {
                    tolerations.add(toleration);
                }
            }
            spec.put("tolerations", tolerations);
        }
    }
}
