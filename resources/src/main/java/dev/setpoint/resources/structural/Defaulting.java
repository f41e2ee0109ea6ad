package dev.setpoint.resources.structural;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.JsonValue.JsonNull;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Fills what an author left out, in place, and drops nulls where no null may stand. Doing it twice is doing it once.
///
///     size: {type: integer, default: 2}      {}              {size: 2}
///                                            {size: null}    {size: 2}
///     nul:  {type: string, nullable: true}   {nul: null}     {nul: null}
///     name: {type: string}                   {name: null}    {}
public final class Defaulting {
    private Defaulting() {}

    public static void apply(JsonObject object, Structural schema) {
        fill(object, schema);
        dropNulls(object, schema);
    }

    private static void fill(JsonValue value, @Nullable Structural schema) {
        if (schema == null) {
            return;
        }
        switch (value) {
            case JsonObject object -> fillObject(object, schema);
            case JsonArray array -> fillArray(array, schema.items());
            default -> {}
        }
    }

    private static void fillObject(JsonObject object, Structural schema) {
        schema.properties().forEach((name, property) -> {
            JsonValue fallback = property.defaultValue();
            JsonValue present = object.get(name);
            if (fallback != null && (present == null || isMisplacedNull(present, property))) {
                object.put(name, fallback.copy());
            }
        });
        for (Map.Entry<String, JsonValue> entry : object.entries()) {
            Structural below = schema.below(entry.getKey());
            if (below != null && !schema.properties().containsKey(entry.getKey())) {
                entry.setValue(unlessNull(entry.getValue(), below));
            }
            fill(entry.getValue(), below);
        }
    }

    private static void fillArray(JsonArray array, @Nullable Structural items) {
        if (items == null) {
            return;
        }
        for (int i = 0; i < array.size(); i++) {
            array.set(i, unlessNull(array.get(i), items));
            fill(array.get(i), items);
        }
    }

    private static JsonValue unlessNull(JsonValue value, Structural schema) {
        JsonValue fallback = schema.defaultValue();
        return fallback != null && isMisplacedNull(value, schema) ? fallback.copy() : value;
    }

    private static void dropNulls(JsonValue value, @Nullable Structural schema) {
        switch (value) {
            case JsonObject object ->
                object.change((name, field) -> {
                    Structural below = schema == null ? null : schema.below(name);
                    if (below != null && below.defaultValue() == null && isMisplacedNull(field, below)) {
                        return null;
                    }
                    dropNulls(field, below);
                    return field;
                });
            case JsonArray array ->
                array.forEach(element -> dropNulls(element, schema == null ? null : schema.items()));
            default -> {}
        }
    }

    private static boolean isMisplacedNull(JsonValue value, Structural schema) {
        return value == JsonNull.NULL && !schema.nullable();
    }
}
