package dev.setpoint.resources.strategy.pod;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.Formats;
import java.util.List;

/// Selectors of nodes by labels and by name.
public final class NodeSelectorValidation {
    private NodeSelectorValidation() {}

    public static void check(JsonObject selector, FieldPath path, FieldErrors errors) {
        if (!Fields.isSet(selector, "nodeSelectorTerms")) {
            errors.required(path.child("nodeSelectorTerms"), "must have at least one node selector term");
            return;
        }
        Fields.each(selector, "nodeSelectorTerms", path, (term, at) -> term(term, true, at, errors));
    }

    /// A term that only adds to a node's score may ask for values that no label can have.
    static void preference(JsonObject term, FieldPath path, FieldErrors errors) {
        term(term, false, path, errors);
    }

    private static void term(JsonObject term, boolean strict, FieldPath path, FieldErrors errors) {
        Fields.each(term, "matchExpressions", path, (requirement, at) -> labels(requirement, strict, at, errors));
        Fields.each(term, "matchFields", path, (requirement, at) -> fields(requirement, at, errors));
    }

    private static void labels(JsonObject requirement, boolean strict, FieldPath path, FieldErrors errors) {
        List<String> values = Fields.texts(requirement, "values");
        String operator = requirement.textOr("operator", "");
        FieldPath valuesPath = path.child("values");
        switch (operator) {
            case "In", "NotIn" -> {
                if (values.isEmpty()) {
                    errors.required(valuesPath, "must be specified when `operator` is 'In' or 'NotIn'");
                }
            }
            case "Exists", "DoesNotExist" -> {
                if (!values.isEmpty()) {
                    errors.forbidden(valuesPath, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
                }
            }
            case "Gt", "Lt" -> {
                if (values.size() != 1) {
                    errors.required(valuesPath, "must be specified single value when `operator` is 'Lt' or 'Gt'");
                }
            }
            default -> errors.invalid(path.child("operator"), operator, "not a valid selector operator");
        }
        Checks.labelKey(requirement.textOr("key", ""), path.child("key"), errors);
        for (int i = 0; strict && i < values.size(); i++) {
            errors.invalid(valuesPath.index(i), values.get(i), Formats.labelValue(values.get(i)));
        }
    }

    private static void fields(JsonObject requirement, FieldPath path, FieldErrors errors) {
        List<String> values = Fields.texts(requirement, "values");
        String operator = requirement.textOr("operator", "");
        if (!operator.equals("In") && !operator.equals("NotIn")) {
            errors.invalid(path.child("operator"), operator, "not a valid selector operator");
        } else if (values.size() != 1) {
            errors.required(
                    path.child("values"),
                    "must be only one value when `operator` is 'In' or 'NotIn' for node field selector");
        }
        String key = requirement.textOr("key", "");
        if (!key.equals("metadata.name")) {
            errors.invalid(path.child("key"), key, "not a valid field selector key");
            return;
        }
        for (int i = 0; i < values.size(); i++) {
            Checks.subdomain(values.get(i), path.child("values").index(i), errors);
        }
    }
}
