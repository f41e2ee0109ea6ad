package dev.setpoint.resources.custom;

import dev.setpoint.machinery.api.FieldError;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.ScaleFields;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the `scale` subresource needs to find in an object.
final class ScaleValidation {
    private ScaleValidation() {}

    static List<FieldError> validate(ScaleFields scale, JsonObject object) {
        List<FieldError> errors = new ArrayList<>(0);
        replicas(scale.replicas(), object, errors);
        errors.addAll(validateStatus(scale, object));
        return errors;
    }

    static List<FieldError> validateStatus(ScaleFields scale, JsonObject object) {
        List<FieldError> errors = new ArrayList<>(0);
        replicas(scale.currentReplicas(), object, errors);
        JsonValue selector = scale.selector().isEmpty() ? null : at(object, scale.selector());
        if (selector != null && !(selector instanceof JsonValue.JsonString)) {
            errors.add(FieldError.invalid(
                    shown(scale.selector()), "\"\"", shown(scale.selector()) + " accessor error: a text is expected"));
        }
        return errors;
    }

    private static void replicas(List<String> path, JsonObject object, List<FieldError> errors) {
        switch (at(object, path)) {
            case null -> {}
            case JsonValue.JsonInteger(long number)
            when number < 0 ->
                errors.add(FieldError.invalid(shown(path), Long.toString(number), "should be a non-negative integer"));
            case JsonValue.JsonInteger(long number)
            when number > Integer.MAX_VALUE ->
                errors.add(FieldError.invalid(
                        shown(path), Long.toString(number), "should be less than or equal to " + Integer.MAX_VALUE));
            case JsonValue.JsonInteger _ -> {}
            default ->
                errors.add(FieldError.invalid(
                        shown(path), "0", shown(path) + " accessor error: a whole number is expected"));
        }
    }

    private static @Nullable JsonValue at(JsonObject object, List<String> path) {
        return object.at(path.toArray(String[]::new));
    }

    private static String shown(List<String> path) {
        return "." + String.join(".", path);
    }
}
