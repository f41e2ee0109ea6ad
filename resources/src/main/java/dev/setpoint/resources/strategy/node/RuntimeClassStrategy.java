package dev.setpoint.resources.strategy.node;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.KindRules;
import dev.setpoint.resources.strategy.ObjectMetaValidation;
import dev.setpoint.resources.strategy.pod.ResourceValidation;

/// RuntimeClasses.
public final class RuntimeClassStrategy implements KindRules {
    private static final FieldPath HANDLER = FieldPath.of("handler");

    @Override
    public void check(JsonObject runtimeClass, FieldErrors errors) {
        Checks.label(runtimeClass.textOr("handler", ""), HANDLER, errors);
        JsonObject overhead = runtimeClass.object("overhead");
        if (overhead != null) {
            ResourceValidation.overhead(
                    overhead.object("podFixed"), FieldPath.of("overhead").child("podFixed"), errors);
        }
        JsonObject scheduling = runtimeClass.object("scheduling");
        if (scheduling != null) {
            ObjectMetaValidation.labels(
                    scheduling.object("nodeSelector"),
                    FieldPath.of("scheduling").child("nodeSelector"),
                    errors);
        }
    }

    @Override
    public void checkUpdate(JsonObject runtimeClass, JsonObject old, FieldErrors errors) {
        if (!runtimeClass.textOr("handler", "").equals(old.textOr("handler", ""))) {
            Checks.immutable(runtimeClass.get("handler"), HANDLER, errors);
        }
    }
}
