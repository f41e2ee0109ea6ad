package dev.setpoint.resources.strategy.core;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.selector.LabelSelector;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.Defaults;
import dev.setpoint.resources.strategy.DesiredState;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.KindRules;
import dev.setpoint.resources.strategy.KindWarnings;
import dev.setpoint.resources.strategy.Preparation;
import dev.setpoint.resources.strategy.pod.PodDefaults;
import dev.setpoint.resources.strategy.pod.PodWarnings;
import dev.setpoint.resources.strategy.pod.ReplicaStatus;
import dev.setpoint.resources.strategy.pod.TemplateValidation;
import java.util.List;

/// ReplicationControllers.
public final class ReplicationControllerStrategy
        implements Defaults, Preparation, DesiredState, KindRules, KindWarnings {
    private static final FieldPath SPEC = FieldPath.of("spec");

    @Override
    public void applyDefaults(JsonObject controller) {
        JsonObject spec = controller.child("spec");
        JsonObject template = spec.object("template");
        if (template != null) {
            if (template.at("metadata", "labels") instanceof JsonObject labels) {
                if (!Fields.isSet(spec, "selector")) {
                    spec.put("selector", labels.copy());
                }
                JsonObject metadata = controller.child("metadata");
                if (!Fields.isSet(metadata, "labels")) {
                    metadata.put("labels", labels.copy());
                }
            }
            PodDefaults.template(template);
        }
        spec.putIfAbsent("replicas", JsonValue.of(1));
    }

    @Override
    public JsonObject initialStatus(JsonObject controller) {
        return new JsonObject().put("replicas", 0);
    }

    @Override
    public void check(JsonObject controller, FieldErrors errors) {
        JsonObject spec = controller.child("spec");
        Checks.notNegative(spec, "minReadySeconds", SPEC, errors);
        Checks.required(spec, "selector", SPEC, errors);
        Checks.notNegative(spec, "replicas", SPEC, errors);
        if (!spec.has("template")) {
            errors.required(SPEC.child("template"), "");
            return;
        }
        LabelSelector selector = LabelSelector.ofLabels(TemplateValidation.labels(spec.object("selector")));
        TemplateValidation.template(
                spec.object("template"), selector, SPEC.child("template"), "ReplicationController", errors);
    }

    @Override
    public void checkStatusUpdate(JsonObject controller, JsonObject old, FieldErrors errors) {
        ReplicaStatus.check(controller.child("status"), errors);
    }

    @Override
    public List<String> warnings(JsonObject controller) {
        return PodWarnings.templateOf(controller, controller.child("spec").object("template"), SPEC.child("template"));
    }

    @Override
    public List<String> warningsOnUpdate(JsonObject controller, JsonObject old) {
        return changesDesiredState(controller, old)
                ? PodWarnings.template(controller.child("spec").object("template"), SPEC.child("template"))
                : List.of();
    }
}
