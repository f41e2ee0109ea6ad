package dev.setpoint.machinery.apply;

import dev.setpoint.machinery.json.GoText;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.schema.Field;
import dev.setpoint.machinery.schema.Presence;
import dev.setpoint.machinery.schema.Schema;
import dev.setpoint.machinery.schema.Topology;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Checks that what somebody applies fits its schema, in the words that appliers know from Kubernetes.
///
///     .data.x: expected string, got &value.valueUnstructured{Value:5}
///     .spec.containers: duplicate entries for key [name="a"]
public final class Declaration {
    private final List<String> mistakes = new ArrayList<>(0);

    private Declaration() {}

    /// Empty when everything fits.
    public static List<String> mistakes(JsonObject config, Schema schema) {
        Declaration declaration = new Declaration();
        declaration.struct(config, schema, "");
        return declaration.mistakes;
    }

    private void value(JsonValue value, Schema schema, String path) {
        if (value == JsonValue.JsonNull.NULL) {
            return;
        }
        switch (schema.shape()) {
            case STRUCT -> {
                if (value instanceof JsonObject object) {
                    struct(object, schema, path);
                } else {
                    unexpected("map", value, path);
                }
            }
            case MAP -> {
                if (value instanceof JsonObject object) {
                    object.forEach((name, each) -> value(each, schema.element(), path + "." + name));
                } else {
                    unexpected("map", value, path);
                }
            }
            case LIST -> {
                if (value instanceof JsonArray array) {
                    list(array, schema, path);
                } else {
                    unexpected("list", value, path);
                }
            }
            case TEXT, BYTES, TIME, MICRO_TIME -> {
                if (!(value instanceof JsonValue.JsonString)) {
                    unexpected("string", value, path);
                }
            }
            case INTEGER, DECIMAL -> {
                if (!(value instanceof JsonValue.JsonInteger || value instanceof JsonValue.JsonDecimal)) {
                    unexpected("numeric (int or float)", value, path);
                }
            }
            case BOOLEAN -> {
                if (!(value instanceof JsonValue.JsonBoolean)) {
                    unexpected("boolean", value, path);
                }
            }
            case QUANTITY, INT_OR_STRING -> {
                if (value instanceof JsonObject || value instanceof JsonArray) {
                    unexpected("scalar", value, path);
                }
            }
            case ANY -> {}
        }
    }

    private void struct(JsonObject object, Schema schema, String path) {
        object.forEach((name, value) -> {
            Field field = schema.field(name);
            if (field != null) {
                value(value, field.schema(), path + "." + name);
            } else if (!schema.keepsUnknown()) {
                mistakes.add(path + "." + name + ": field not declared in schema");
            }
        });
    }

    private void list(JsonArray array, Schema schema, String path) {
        Set<PathElement> seen = new HashSet<>();
        for (int i = 0; i < array.size(); i++) {
            JsonValue value = array.get(i);
            PathElement element = new PathElement.Index(i);
            if (ListKeys.associative(schema)) {
                if (schema.merge().topology() == Topology.KEYED && !hasKey(schema, value)) {
                    mistakes.add(path + ": element " + i + ": " + withoutKey(schema));
                    continue;
                }
                element = ListKeys.element(schema, value);
                if (!seen.add(element)) {
                    mistakes.add(path + ": duplicate entries for key " + element);
                }
            }
            value(value, schema.element(), path + element);
        }
    }

    private static boolean hasKey(Schema list, JsonValue value) {
        return value instanceof JsonObject object
                && list.merge().keys().stream().anyMatch(key -> object.has(key) || hasFallback(list, key));
    }

    private static boolean hasFallback(Schema list, String key) {
        Field field = list.element().field(key);
        // Kubernetes declares the zero value as the default of every field of its own that is always there.
        return field != null && (field.fallback() != null || field.presence() == Presence.ALWAYS);
    }

    private static String withoutKey(Schema list) {
        String keys =
                list.merge().keys().stream().map(key -> '"' + key + '"').collect(Collectors.joining(" ", "[", "]"));
        return "associative list with keys has an element that omits all key fields " + keys
                + " (and doesn't have default values for any key fields)";
    }

    /// Kubernetes shows the value as its own program holds it.
    private void unexpected(String wanted, JsonValue value, String path) {
        mistakes.add(
                path + ": expected " + wanted + ", got &value.valueUnstructured{Value:" + GoText.literal(value) + "}");
    }
}
