package dev.setpoint.resources.strategy.admissionregistration;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.resources.strategy.Defaults;

/// ValidatingAdmissionPolicyBindings and MutatingAdmissionPolicyBindings.
public final class AdmissionPolicyBindingStrategy implements Defaults {
    @Override
    public void applyDefaults(JsonObject binding) {
        MatchDefaults.resources(binding.child("spec").object("matchResources"));
    }
}
