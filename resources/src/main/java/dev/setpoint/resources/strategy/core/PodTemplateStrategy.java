package dev.setpoint.resources.strategy.core;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.resources.strategy.Defaults;
import dev.setpoint.resources.strategy.DesiredState;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.KindRules;
import dev.setpoint.resources.strategy.KindWarnings;
import dev.setpoint.resources.strategy.pod.PodDefaults;
import dev.setpoint.resources.strategy.pod.PodSpecValidation;
import dev.setpoint.resources.strategy.pod.PodWarnings;
import java.util.List;

/// PodTemplates.
public final class PodTemplateStrategy implements Defaults, DesiredState, KindRules, KindWarnings {
    @Override
    public void applyDefaults(JsonObject template) {
        PodDefaults.template(template.child("template"));
    }

    @Override
    public void check(JsonObject template, FieldErrors errors) {
        PodSpecValidation.template(template.object("template"), FieldPath.of("template"), errors);
    }

    @Override
    public List<String> warnings(JsonObject template) {
        return PodWarnings.template(template.object("template"), FieldPath.of("template"));
    }

    @Override
    public List<String> warningsOnUpdate(JsonObject template, JsonObject old) {
        return changesDesiredState(template, old) ? warnings(template) : List.of();
    }
}
