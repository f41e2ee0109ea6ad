package dev.setpoint.resources.strategy.apps;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.Defaults;
import dev.setpoint.resources.strategy.DesiredState;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.KindRules;
import dev.setpoint.resources.strategy.KindWarnings;
import dev.setpoint.resources.strategy.Preparation;
import dev.setpoint.resources.strategy.pod.PodDefaults;
import dev.setpoint.resources.strategy.pod.PodWarnings;
import dev.setpoint.resources.strategy.pod.ReplicaStatus;
import dev.setpoint.resources.strategy.pod.TemplateValidation;
import java.util.List;

/// ReplicaSets.
public final class ReplicaSetStrategy implements Defaults, Preparation, DesiredState, KindRules, KindWarnings {
    private static final JsonValue ONE = JsonValue.of(1);
    private static final FieldPath SPEC = FieldPath.of("spec");

    @Override
    public void applyDefaults(JsonObject set) {
        JsonObject spec = set.child("spec");
        spec.putIfAbsent("replicas", ONE);
        PodDefaults.template(spec.child("template"));
    }

    @Override
    public JsonObject initialStatus(JsonObject set) {
        return new JsonObject().put("replicas", 0);
    }

    @Override
    public void check(JsonObject set, FieldErrors errors) {
        JsonObject spec = set.child("spec");
        Checks.notNegative(spec, "replicas", SPEC, errors);
        Checks.notNegative(spec, "minReadySeconds", SPEC, errors);
        TemplateValidation.check(spec, SPEC, "ReplicaSet", "empty selector is invalid for deployment", errors);
    }

    @Override
    public void checkUpdate(JsonObject set, JsonObject old, FieldErrors errors) {
        check(set, errors);
        TemplateValidation.immutableSelector(set.child("spec"), old.child("spec"), SPEC, errors);
    }

    @Override
    public void checkStatusUpdate(JsonObject set, JsonObject old, FieldErrors errors) {
        ReplicaStatus.check(set.child("status"), errors);
    }

    @Override
    public List<String> warnings(JsonObject set) {
        return PodWarnings.templateOf(set, set.child("spec").object("template"), SPEC.child("template"));
    }

    @Override
    public List<String> warningsOnUpdate(JsonObject set, JsonObject old) {
        return changesDesiredState(set, old)
                ? PodWarnings.template(set.child("spec").object("template"), SPEC.child("template"))
                : List.of();
    }
}
