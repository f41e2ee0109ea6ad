package dev.setpoint.resources.strategy.admissionregistration;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.resources.strategy.KindStrategy;

/// ValidatingAdmissionPolicyBindings and MutatingAdmissionPolicyBindings.
public final class AdmissionPolicyBindingStrategy implements KindStrategy {
    @Override
    public void applyDefaults(JsonObject binding) {
        MatchDefaults.resources(binding.child("spec").object("matchResources"));
    }

    @Override
    public boolean allowsUnconditionalUpdate() {
        return false;
    }
}
