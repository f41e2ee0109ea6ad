package dev.setpoint.machinery.apply;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.schema.Schema;
import java.util.HashSet;
import java.util.Set;

/// Which places come with a value that was not there before: itself and everything in it. What a [Comparison] with
/// nothing would find, in one walk; nearly all of a new object is that.
final class Arrival {
    private Arrival() {}

    /// What comes below the value.
    static FieldSet of(JsonValue value, Schema schema) {
        JsonObject object = Structure.fields(value, schema);
        if (object != null) {
            return fields(object, schema);
        }
        JsonArray array = Structure.elements(value, schema);
        return array == null ? FieldSet.EMPTY : elements(array, schema);
    }

    private static FieldSet fields(JsonObject object, Schema schema) {
        if (object.isEmpty()) {
            return FieldSet.EMPTY;
        }
        FieldSet.Builder fields = new FieldSet.Builder(object.size());
        object.forEach((name, value) -> {
            boolean divisible = value instanceof JsonObject || value instanceof JsonArray;
            fields.add(
                    new PathElement.Name(name),
                    true,
                    divisible ? of(value, Structure.child(schema, name)) : FieldSet.EMPTY);
        });
        return fields.build();
    }

    /// Of two elements that are alike the first counts.
    private static FieldSet elements(JsonArray array, Schema schema) {
        FieldSet.Builder elements = new FieldSet.Builder(array.size());
        Set<PathElement> seen = new HashSet<>();
        for (JsonValue value : array) {
            PathElement element = ListKeys.element(schema, value);
            if (array.size() == 1 || seen.add(element)) {
                elements.add(element, true, of(value, schema.element()));
            }
        }
        return elements.build();
    }
}
