package dev.setpoint.machinery.json;

import java.util.Map;
import java.util.TreeMap;

/// A tree as Go's `%v` prints it, which some of Kubernetes' messages contain: `map[a:1 b:[x y]]`.
public final class GoText {
    private GoText() {}

    public static String of(JsonValue value) {
        StringBuilder out = new StringBuilder();
        append(value, out);
        return out.toString();
    }

    /// What Go calls the type of a decoded value: `int64`, `map[string]interface {}`.
    public static String typeName(JsonValue value) {
        return switch (value) {
            case JsonObject _ -> "map[string]interface {}";
            case JsonArray _ -> "[]interface {}";
            case JsonValue.JsonString _ -> "string";
            case JsonValue.JsonInteger _ -> "int64";
            case JsonValue.JsonDecimal _ -> "float64";
            case JsonValue.JsonBoolean _ -> "bool";
            case JsonValue.JsonNull _ -> "nil";
        };
    }

    /// What Go's decoder calls the shape of a value in its complaints: `number`, `object`.
    public static String shapeName(JsonValue value) {
        return switch (value) {
            case JsonObject _ -> "object";
            case JsonArray _ -> "array";
            case JsonValue.JsonString _ -> "string";
            case JsonValue.JsonInteger _, JsonValue.JsonDecimal _ -> "number";
            case JsonValue.JsonBoolean _ -> "bool";
            case JsonValue.JsonNull _ -> "null";
        };
    }

    private static void append(JsonValue value, StringBuilder out) {
        switch (value) {
            case JsonObject object -> {
                Map<String, JsonValue> sorted = new TreeMap<>();
                object.forEach(sorted::put);
                String separator = "map[";
                for (Map.Entry<String, JsonValue> field : sorted.entrySet()) {
                    append(
                            field.getValue(),
                            out.append(separator).append(field.getKey()).append(':'));
                    separator = " ";
                }
                out.append(sorted.isEmpty() ? "map[]" : "]");
            }
            case JsonArray array -> {
                String separator = "[";
                for (JsonValue element : array) {
                    append(element, out.append(separator));
                    separator = " ";
                }
                out.append(array.isEmpty() ? "[]" : "]");
            }
            case JsonValue.JsonString(String text) -> out.append(text);
            case JsonValue.JsonNull _ -> out.append("<nil>");
            case JsonValue.JsonInteger _, JsonValue.JsonDecimal _, JsonValue.JsonBoolean _ -> out.append(value);
        }
    }
}
