package dev.setpoint.resources.structural;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.JsonWriter;
import dev.setpoint.machinery.text.Quoted;
import java.util.TreeMap;

/// Values as messages show them.
public final class Values {
    private Values() {}

    /// Text quoted as Go quotes it, all else as JSON with its fields in order of their names.
    public static String shown(JsonValue value) {
        return switch (value) {
            case JsonValue.JsonString(String text) -> Quoted.of(text);
            case JsonObject _, JsonArray _ -> JsonWriter.text(sorted(value));
            default -> value.toString();
        };
    }

    static JsonValue sorted(JsonValue value) {
        return switch (value) {
            case JsonObject object -> {
                TreeMap<String, JsonValue> fields = new TreeMap<>();
                object.forEach((name, field) -> fields.put(name, sorted(field)));
                JsonObject result = new JsonObject();
                fields.forEach(result::put);
                yield result;
            }
            case JsonArray array -> {
                JsonArray result = new JsonArray();
                array.forEach(element -> result.add(sorted(element)));
                yield result;
            }
            default -> value;
        };
    }
}
