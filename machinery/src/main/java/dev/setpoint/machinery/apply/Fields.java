package dev.setpoint.machinery.apply;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Which places an object occupies: what its author owns after applying it.
final class Fields {
    private final FieldSet set = new FieldSet();
    private final List<PathElement> path = new ArrayList<>();

    private Fields() {}

    static FieldSet of(JsonObject object, Schema schema) {
        Fields fields = new Fields();
        fields.visit(object, schema);
        return fields.set;
    }

    private void visit(JsonValue value, Schema schema) {
        JsonObject object = Structure.fields(value, schema);
        JsonArray array = Structure.elements(value, schema);
        if (object != null) {
            for (Map.Entry<String, JsonValue> entry : object.entries()) {
                path.add(new PathElement.Name(entry.getKey()));
                visit(entry.getValue(), Structure.child(schema, entry.getKey()));
                if (isEmptyObject(entry.getValue()) || !Structure.declares(schema, entry.getKey())) {
                    set.insert(path);
                }
                path.removeLast();
            }
        } else if (array != null) {
            for (JsonValue element : array) {
                path.add(ListKeys.element(schema, element));
                visit(element, schema.element());
                set.insert(path);
                path.removeLast();
            }
        } else {
            set.insert(path);
        }
    }

    private static boolean isEmptyObject(JsonValue value) {
        return value == JsonValue.JsonNull.NULL || (value instanceof JsonObject object && object.isEmpty());
    }
}
