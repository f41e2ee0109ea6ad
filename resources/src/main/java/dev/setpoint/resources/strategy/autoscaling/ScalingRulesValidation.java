package dev.setpoint.resources.strategy.autoscaling;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.Quantities;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How fast an autoscaler may go in one direction.
final class ScalingRulesValidation {
    private static final long LONGEST_WINDOW = 3600;
    private static final long LONGEST_PERIOD = 1800;

    private ScalingRulesValidation() {}

    static void check(@Nullable JsonObject rules, FieldPath path, FieldErrors errors) {
        if (rules == null) {
            return;
        }
        long window = rules.integerOr("stabilizationWindowSeconds", 0);
        if (window < 0) {
            errors.invalid(path.child("stabilizationWindowSeconds"), window, "must be greater than or equal to zero");
        } else if (window > LONGEST_WINDOW) {
            errors.invalid(
                    path.child("stabilizationWindowSeconds"),
                    window,
                    "must be less than or equal to " + LONGEST_WINDOW);
        }
        if (rules.has("selectPolicy")) {
            Checks.oneOf(rules, "selectPolicy", List.of("Disabled", "Max", "Min"), path, errors);
        }
        if (!Fields.isSet(rules, "policies")) {
            errors.required(path.child("policies"), "must specify at least one Policy");
        }
        Fields.each(rules, "policies", path, (policy, at) -> policy(policy, at, errors));
        JsonValue tolerance = rules.get("tolerance");
        if (tolerance != null && Quantities.of(tolerance).signum() < 0) {
            errors.invalid(path.child("tolerance"), Quantities.text(tolerance), Checks.NOT_NEGATIVE);
        }
    }

    private static void policy(JsonObject policy, FieldPath path, FieldErrors errors) {
        String type = policy.textOr("type", "");
        if (!type.equals("Pods") && !type.equals("Percent")) {
            errors.notSupported(path.child("type"), type, List.of("Percent", "Pods"));
        }
        long value = policy.integerOr("value", 0);
        if (value <= 0) {
            errors.invalid(path.child("value"), value, "must be greater than zero");
        }
        long period = policy.integerOr("periodSeconds", 0);
        if (period <= 0) {
            errors.invalid(path.child("periodSeconds"), period, "must be greater than zero");
        } else if (period > LONGEST_PERIOD) {
            errors.invalid(path.child("periodSeconds"), period, "must be less than or equal to " + LONGEST_PERIOD);
        }
    }
}
