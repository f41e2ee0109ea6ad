package dev.setpoint.resources.strategy.autoscaling;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Formats;
import org.jspecify.annotations.Nullable;

/// What names an object of any kind.
final class ObjectReferenceValidation {
    private ObjectReferenceValidation() {}

    /// What the version must say of the group.
    enum Version {
        NAMES_GROUP,
        /// The core group will do.
        ANY_GROUP,
        UNCHECKED
    }

    static void check(JsonObject reference, Version version, FieldPath path, FieldErrors errors) {
        segment(reference, "kind", path, errors);
        segment(reference, "name", path, errors);
        String apiVersion = reference.textOr("apiVersion", "");
        String mistake = mistake(apiVersion, version);
        if (mistake != null) {
            errors.invalid(path.child("apiVersion"), apiVersion, mistake);
        }
    }

    static @Nullable String mistake(String apiVersion, Version version) {
        int slash = apiVersion.indexOf('/');
        if (version == Version.UNCHECKED) {
            return null;
        }
        if (slash >= 0 && apiVersion.indexOf('/', slash + 1) >= 0) {
            return "unexpected GroupVersion string: " + apiVersion;
        }
        return version == Version.NAMES_GROUP && slash <= 0 ? "apiVersion must specify API group" : null;
    }

    private static void segment(JsonObject reference, String field, FieldPath path, FieldErrors errors) {
        if (Checks.required(reference, field, path, errors)) {
            String value = reference.textOr(field, "");
            errors.invalid(path.child(field), value, Formats.pathSegment(value));
        }
    }
}
