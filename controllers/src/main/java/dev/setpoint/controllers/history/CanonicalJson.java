package dev.setpoint.controllers.history;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.JsonWriter;
import java.util.TreeMap;

/// JSON whose bytes depend on the value alone: the fields of every object are sorted.
final class CanonicalJson {
    private CanonicalJson() {}

    static byte[] bytes(JsonValue value) {
        return JsonWriter.bytes(sorted(value));
    }

    private static JsonValue sorted(JsonValue value) {
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
            case JsonValue.JsonString _,
                    JsonValue.JsonInteger _,
                    JsonValue.JsonDecimal _,
                    JsonValue.JsonBoolean _,
                    JsonValue.JsonNull _ -> value;
        };
    }
}
