package dev.setpoint.machinery.json;

import java.util.TreeMap;

/// JSON that depends on the value alone: the fields of every object are in the order of their names.
public final class SortedJson {
    private SortedJson() {}

    /// A copy; lists keep their order.
    public static JsonValue of(JsonValue value) {
        return switch (value) {
            case JsonObject object -> {
                TreeMap<String, JsonValue> fields = new TreeMap<>();
                object.forEach((name, field) -> fields.put(name, of(field)));
                JsonObject result = new JsonObject();
                fields.forEach(result::put);
                yield result;
            }
            case JsonArray array -> {
                JsonArray result = new JsonArray();
                array.forEach(element -> result.add(of(element)));
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
