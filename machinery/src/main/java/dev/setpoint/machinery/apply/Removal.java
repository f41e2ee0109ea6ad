package dev.setpoint.machinery.apply;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.schema.Schema;
import java.util.Map;

/// Takes places out of an object. A map or list from which the last part goes, goes with it.
final class Removal {
    private Removal() {}

    static JsonObject without(JsonObject object, FieldSet places, Schema schema) {
        JsonObject copy = object.copy();
        remove(copy, places, schema);
        return copy;
    }

    private static void remove(JsonValue value, FieldSet places, Schema schema) {
        JsonObject object = Structure.fields(value, schema);
        JsonArray array = Structure.elements(value, schema);
        if (object != null) {
            object.entries().removeIf(entry -> gone(entry, places, schema));
        } else if (array != null) {
            array.removeIf(element -> {
                PathElement step = ListKeys.element(schema, element);
                if (places.hasMember(step)) {
                    return true;
                }
                remove(element, places.below(step), schema.element());
                return false;
            });
        }
    }

    private static boolean gone(Map.Entry<String, JsonValue> entry, FieldSet places, Schema schema) {
        PathElement step = new PathElement.Name(entry.getKey());
        if (places.hasMember(step)) {
            return true;
        }
        FieldSet below = places.below(step);
        if (below.isEmpty()) {
            return false;
        }
        boolean hadParts = !isEmpty(entry.getValue());
        remove(entry.getValue(), below, Structure.child(schema, entry.getKey()));
        return hadParts && isEmpty(entry.getValue());
    }

    private static boolean isEmpty(JsonValue value) {
        return (value instanceof JsonObject object && object.isEmpty())
                || (value instanceof JsonArray array && array.isEmpty());
    }
}
