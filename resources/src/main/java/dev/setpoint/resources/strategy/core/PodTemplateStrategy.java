package dev.setpoint.resources.strategy.core;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.resources.strategy.KindStrategy;
import dev.setpoint.resources.strategy.pod.PodDefaults;

/// PodTemplates.
public final class PodTemplateStrategy implements KindStrategy {
    @Override
    public void applyDefaults(JsonObject template) {
        PodDefaults.template(template.child("template"));
    }

    @Override
    public boolean returnsDeletedObject() {
        return true;
    }
}
