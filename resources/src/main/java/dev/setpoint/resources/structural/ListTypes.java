package dev.setpoint.resources.structural;

import dev.setpoint.machinery.api.FieldError;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Refuses elements that occur twice in lists that are sets or maps.
public final class ListTypes {
    private final List<FieldError> errors = new ArrayList<>(0);

    private ListTypes() {}

    public static List<FieldError> validate(JsonObject object, Structural schema) {
        ListTypes types = new ListTypes();
        types.object("", object, schema);
        return types.errors;
    }

    private void value(String path, JsonValue value, @Nullable Structural schema) {
        if (schema == null) {
            return;
        }
        switch (value) {
            case JsonObject object -> object(path, object, schema);
            case JsonArray array -> array(path, array, schema);
            default -> {}
        }
    }

    private void object(String path, JsonObject object, Structural schema) {
        object.forEach((name, field) -> {
            boolean property = schema.properties().containsKey(name);
            String below = property ? (path.isEmpty() ? name : path + '.' + name) : path + '[' + name + ']';
            value(below, field, schema.below(name));
        });
    }

    private void array(String path, JsonArray array, Structural schema) {
        switch (schema.listType()) {
            case "set" -> set(path, array);
            case "map" -> map(path, array, schema.listMapKeys());
            default -> {}
        }
        for (int i = 0; i < array.size(); i++) {
            value(path + '[' + i + ']', array.get(i), schema.items());
        }
    }

    private void set(String path, JsonArray array) {
        List<JsonValue> values = new ArrayList<>(array.size());
        array.forEach(values::add);
        for (int i : repeated(values)) {
            errors.add(FieldError.duplicate(path + '[' + i + ']', Values.shown(values.get(i))));
        }
    }

    private void map(String path, JsonArray array, List<String> keys) {
        List<JsonValue> values = new ArrayList<>(array.size());
        for (int i = 0; i < array.size(); i++) {
            JsonObject key = new JsonObject();
            switch (array.get(i)) {
                case JsonObject object -> {
                    for (String name : keys) {
                        JsonValue part = object.get(name);
                        if (part != null) {
                            key.put(name, part);
                        }
                    }
                }
                case JsonValue.JsonNull _ -> {}
                default -> {
                    errors.add(FieldError.invalid(
                            path + '[' + i + ']',
                            Values.shown(array.get(i)),
                            "must be an object for an array of list-type map"));
                    return;
                }
            }
            values.add(key);
        }
        for (int i : repeated(values)) {
            errors.add(FieldError.duplicate(path + '[' + i + ']', Values.shown(values.get(i))));
        }
    }

    /// Where something occurs for the second time; a third is not told again.
    private static List<Integer> repeated(List<JsonValue> values) {
        List<Integer> repeated = new ArrayList<>(0);
        Map<JsonValue, Integer> seen = new HashMap<>();
        for (int i = 0; i < values.size(); i++) {
            if (seen.merge(values.get(i), 1, Integer::sum) == 2) {
                repeated.add(i);
            }
        }
        return repeated;
    }
}
