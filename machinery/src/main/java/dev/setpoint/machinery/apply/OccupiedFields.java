package dev.setpoint.machinery.apply;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.schema.Schema;

/// Which places an object occupies: what its author owns after applying it.
final class OccupiedFields {
    private OccupiedFields() {}

    static FieldSet of(JsonObject object, Schema schema) {
        return inside(object, schema);
    }

    private static FieldSet inside(JsonValue value, Schema schema) {
        JsonObject object = Structure.fields(value, schema);
        if (object != null) {
            FieldSet.Builder fields = new FieldSet.Builder(object.size());
            object.forEach((name, field) -> {
                Schema below = Structure.child(schema, name);
                boolean member = isEmptyObject(field) || !Structure.declares(schema, name) || isWhole(field, below);
                fields.add(new PathElement.Name(name), member, inside(field, below));
            });
            return fields.build();
        }
        JsonArray array = Structure.elements(value, schema);
        if (array != null) {
            FieldSet.Builder elements = new FieldSet.Builder(array.size());
            array.forEach(element ->
                    elements.add(ListKeys.element(schema, element), true, inside(element, schema.element())));
            return elements.build();
        }
        return FieldSet.EMPTY;
    }

    /// Whether nothing in the value has an owner of its own.
    private static boolean isWhole(JsonValue value, Schema schema) {
        return Structure.fields(value, schema) == null && Structure.elements(value, schema) == null;
    }

    private static boolean isEmptyObject(JsonValue value) {
        return value == JsonValue.JsonNull.NULL || (value instanceof JsonObject object && object.isEmpty());
    }
}
