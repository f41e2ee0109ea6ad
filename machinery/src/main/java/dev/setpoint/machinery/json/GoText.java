package dev.setpoint.machinery.json;

import dev.setpoint.machinery.text.Quoted;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

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

    /// A tree as Go's `%#v` prints it: texts in quotes, types named.
    public static String literal(JsonValue value) {
        return switch (value) {
            case JsonValue.JsonString(String text) -> Quoted.of(text);
            case JsonValue.JsonNull _ -> "interface {}(nil)";
            case JsonObject object -> {
                Map<String, JsonValue> sorted = new TreeMap<>();
                object.forEach(sorted::put);
                yield sorted.entrySet().stream()
                        .map(field -> Quoted.of(field.getKey()) + ":" + literal(field.getValue()))
                        .collect(Collectors.joining(", ", typeName(value) + "{", "}"));
            }
            case JsonArray array -> {
                List<String> elements = new ArrayList<>();
                array.forEach(element -> elements.add(literal(element)));
                yield elements.stream().collect(Collectors.joining(", ", typeName(value) + "{", "}"));
            }
            case JsonValue.JsonInteger _, JsonValue.JsonDecimal _, JsonValue.JsonBoolean _ -> value.toString();
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
