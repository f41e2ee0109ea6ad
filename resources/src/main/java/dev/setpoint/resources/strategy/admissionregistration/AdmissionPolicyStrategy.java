package dev.setpoint.resources.strategy.admissionregistration;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.Defaults;
import dev.setpoint.resources.strategy.Preparation;
import org.jspecify.annotations.Nullable;

/// ValidatingAdmissionPolicies and MutatingAdmissionPolicies.
public enum AdmissionPolicyStrategy implements Defaults, Preparation {
    VALIDATING {
        @Override
        public JsonObject initialStatus(JsonObject policy) {
            return new JsonObject();
        }
    },
    MUTATING;

    @Override
    public void applyDefaults(JsonObject policy) {
        JsonObject spec = policy.child("spec");
        spec.putIfAbsent("failurePolicy", JsonValue.of("Fail"));
        MatchDefaults.resources(spec.object("matchConstraints"));
    }

    @Override
    public @Nullable JsonObject initialStatus(JsonObject policy) {
        return null;
    }
}
