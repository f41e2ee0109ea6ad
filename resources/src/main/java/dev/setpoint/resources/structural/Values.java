package dev.setpoint.resources.structural;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.JsonWriter;
import dev.setpoint.machinery.json.SortedJson;
import dev.setpoint.machinery.text.Quoted;

/// Values as messages show them.
final class Values {
    private Values() {}

    /// Text quoted as Go quotes it, all else as JSON with its fields in order of their names.
    static String shown(JsonValue value) {
        return switch (value) {
            case JsonValue.JsonString(String text) -> Quoted.of(text);
            case JsonObject _, JsonArray _ -> JsonWriter.text(SortedJson.of(value));
            default -> value.toString();
        };
    }
}
