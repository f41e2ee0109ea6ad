package dev.setpoint.resources.strategy.policy;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.JsonValue.JsonNull;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.IntOrPercent;
import dev.setpoint.resources.strategy.KindRules;
import dev.setpoint.resources.strategy.LabelSelectorValidation;
import dev.setpoint.resources.strategy.Preparation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// PodDisruptionBudgets.
public final class PodDisruptionBudgetStrategy implements Preparation, KindRules {
    private static final FieldPath SPEC = FieldPath.of("spec");

    @Override
    public void check(JsonObject budget, FieldErrors errors) {
        JsonObject spec = budget.child("spec");
        if (spec.has("minAvailable") && spec.has("maxUnavailable")) {
            errors.invalidShown(SPEC, shown(spec), "minAvailable and maxUnavailable cannot be both set");
        }
        for (String field : List.of("minAvailable", "maxUnavailable")) {
            JsonValue amount = spec.get(field);
            if (amount != null) {
                IntOrPercent.check(amount, SPEC.child(field), errors);
                IntOrPercent.checkShare(amount, SPEC.child(field), errors);
            }
        }
        LabelSelectorValidation.check(spec.object("selector"), SPEC.child("selector"), errors);
        Checks.oneOf(spec, "unhealthyPodEvictionPolicy", List.of("AlwaysAllow", "IfHealthyBudget"), SPEC, errors);
    }

    /// The spec as Kubernetes shows it, which is not as clients write it.
    private static String shown(JsonObject spec) {
        return new JsonObject()
                .put("MinAvailable", orNull(spec.get("minAvailable")))
                .put("Selector", orNull(spec.get("selector")))
                .put("MaxUnavailable", orNull(spec.get("maxUnavailable")))
                .put("UnhealthyPodEvictionPolicy", orNull(spec.get("unhealthyPodEvictionPolicy")))
                .toString();
    }

    private static JsonValue orNull(@Nullable JsonValue value) {
        return value == null ? JsonNull.NULL : value;
    }

    @Override
    public void checkStatusUpdate(JsonObject budget, JsonObject old, FieldErrors errors) {
        JsonObject status = budget.child("status");
        for (String field : List.of("disruptionsAllowed", "currentHealthy", "desiredHealthy", "expectedPods")) {
            Checks.notNegative(status, field, FieldPath.of("status"), errors);
        }
    }

    @Override
    public JsonObject initialStatus(JsonObject budget) {
        return new JsonObject()
                .put("disruptionsAllowed", 0)
                .put("currentHealthy", 0)
                .put("desiredHealthy", 0)
                .put("expectedPods", 0);
    }
}
