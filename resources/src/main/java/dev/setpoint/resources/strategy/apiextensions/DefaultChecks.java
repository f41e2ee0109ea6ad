package dev.setpoint.resources.strategy.apiextensions;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.schema.Cast;
import dev.setpoint.machinery.schema.WrongTypeException;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.structural.ObjectShape;
import dev.setpoint.resources.structural.SchemaValidation;
import dev.setpoint.resources.structural.Structural;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A default must be what its schema allows, and nothing of it may be pruned.
final class DefaultChecks {
    private DefaultChecks() {}

    static void check(@Nullable Structural schema, FieldPath path, FieldErrors errors) {
        if (schema == null) {
            return;
        }
        JsonValue value = schema.defaultValue();
        if (value != null) {
            FieldPath at = path.child("default");
            if (!unknown(value, schema).isEmpty()) {
                errors.invalidShown(at, value.toString(), "must not have unknown fields");
            }
            errors.addAll(SchemaValidation.validate(at.toString(), value, schema, null));
        }
        check(schema.items(), path.child("items"), errors);
        schema.properties()
                .forEach((name, property) ->
                        check(property, path.child("properties").key(name), errors));
    }

    private static List<String> unknown(JsonValue value, Structural schema) {
        List<String> unknown = new ArrayList<>(0);
        if (value instanceof JsonObject object) {
            try {
                JsonObject holder = new JsonObject().put("value", object.copy());
                Cast.cast(holder, ObjectShape.holding("value", schema), unknown);
            } catch (WrongTypeException e) {
                unknown.add(String.valueOf(e.getMessage()));
            }
        }
        return unknown;
    }
}
