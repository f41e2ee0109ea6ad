package dev.setpoint.resources.strategy.networking;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue.JsonString;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Formats;

/// What names an object by group, kind and name.
final class ReferenceValidation {
    private ReferenceValidation() {}

    static void check(JsonObject reference, FieldPath path, FieldErrors errors) {
        if (reference.get("apiGroup") instanceof JsonString(String group)) {
            Checks.subdomain(group, path.child("apiGroup"), errors);
        }
        segment(reference, "kind", path, errors);
        segment(reference, "name", path, errors);
    }

    private static void segment(JsonObject reference, String field, FieldPath path, FieldErrors errors) {
        if (Checks.required(reference, field, path, errors)) {
            String value = reference.textOr(field, "");
            errors.invalid(path.child(field), value, Formats.pathSegment(value));
        }
    }
}
