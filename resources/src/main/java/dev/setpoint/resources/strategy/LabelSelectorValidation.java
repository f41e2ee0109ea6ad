package dev.setpoint.resources.strategy;

import dev.setpoint.machinery.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a label selector, as part of an object, must look like.
public final class LabelSelectorValidation {
    private LabelSelectorValidation() {}

    public static void check(@Nullable JsonObject selector, FieldPath path, FieldErrors errors) {
        if (selector == null) {
            return;
        }
        ObjectMetaValidation.labels(selector.object("matchLabels"), path.child("matchLabels"), errors);
        Fields.each(selector, "matchExpressions", path, (requirement, at) -> requirement(requirement, at, errors));
    }

    private static void requirement(JsonObject requirement, FieldPath path, FieldErrors errors) {
        List<String> values = Fields.texts(requirement, "values");
        String operator = requirement.textOr("operator", "");
        switch (operator) {
            case "In", "NotIn" -> {
                if (values.isEmpty()) {
                    errors.required(path.child("values"), "must be specified when `operator` is 'In' or 'NotIn'");
                }
            }
            case "Exists", "DoesNotExist" -> {
                if (!values.isEmpty()) {
                    errors.forbidden(
                            path.child("values"), "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
                }
            }
            default -> errors.invalid(path.child("operator"), operator, "not a valid selector operator");
        }
        Checks.labelKey(requirement.textOr("key", ""), path.child("key"), errors);
        for (int i = 0; i < values.size(); i++) {
            errors.invalid(path.child("values").index(i), values.get(i), Formats.labelValue(values.get(i)));
        }
    }

    /// Whether a selector asks for nothing and so selects everything.
    public static boolean isEmpty(JsonObject selector) {
        return !Fields.isSet(selector, "matchLabels") && !Fields.isSet(selector, "matchExpressions");
    }
}
