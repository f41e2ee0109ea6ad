package dev.setpoint.machinery.schema;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import org.jspecify.annotations.Nullable;

/// Makes of a tree what decoding it to Kubernetes' own types and encoding it again would make of it, in place: empty
/// values go where they mean nothing, and come where the types always have them. Doing it twice is doing it once.
///
///     {"metadata":{"name":"a","labels":{}},"spec":{"replicas":0,"minReadySeconds":0}}
///     {"metadata":{"name":"a"},"spec":{"replicas":0,"selector":null,"template":{...},"strategy":{}},"status":{}}
///
/// Values that do not have the shape of the schema stay as they are: whoever decodes has refused them before. So does
/// what is still text, for a writer wrote it.
public final class Canonical {
    private Canonical() {}

    public static void apply(JsonObject object, Schema schema) {
        object.change((name, value) -> {
            Field field = schema.field(name);
            return field == null ? value : field(value, field);
        });
        appear(object, schema);
    }

    /// Puts in what the types always have.
    static void appear(JsonObject object, Schema schema) {
        for (Field field : schema.appearing()) {
            if (!object.has(field.name())) {
                object.put(
                        field.name(),
                        field.presence() == Presence.OR_NULL ? JsonValue.JsonNull.NULL : empty(field.schema()));
            }
        }
    }

    /// The value that the field has to have, or null if it is to be absent or to appear as if nobody had said it.
    private static @Nullable JsonValue field(JsonValue value, Field field) {
        if (value instanceof JsonObject || value instanceof JsonArray) {
            descend(value, field.schema());
        }
        return isNothing(value, field) ? null : value;
    }

    /// Whether the field is as good as absent with this value.
    static boolean isNothing(JsonValue value, Field field) {
        if (value == JsonValue.JsonNull.NULL) {
            return field.presence() == Presence.IF_NOT_EMPTY
                    || (field.schema().shape() != Shape.ANY && !field.schema().tolerant());
        }
        return field.presence() == Presence.IF_NOT_EMPTY && isEmpty(value);
    }

    private static void descend(JsonValue value, Schema schema) {
        switch (value) {
            case JsonObject object when object.unread() != null -> {}
            case JsonArray array when array.unread() != null -> {}
            case JsonObject object when schema.shape() == Shape.STRUCT -> apply(object, schema);
            case JsonObject object
            when schema.shape() == Shape.MAP && isDivided(schema.element()) -> {
                for (int i = 0; i < object.size(); i++) {
                    descend(object.valueAt(i), schema.element());
                }
            }
            case JsonArray array
            when schema.shape() == Shape.LIST && isDivided(schema.element()) -> {
                for (int i = 0; i < array.size(); i++) {
                    descend(array.get(i), schema.element());
                }
            }
            default -> {}
        }
    }

    private static boolean isDivided(Schema schema) {
        return schema.shape() == Shape.STRUCT || schema.shape() == Shape.MAP || schema.shape() == Shape.LIST;
    }

    private static boolean isEmpty(JsonValue value) {
        return switch (value) {
            case JsonObject object -> object.isEmpty();
            case JsonArray array -> array.isEmpty();
            case JsonValue.JsonString(String text) -> text.isEmpty();
            case JsonValue.JsonInteger(long number) -> number == 0;
            case JsonValue.JsonDecimal(double number) -> number == 0;
            case JsonValue.JsonBoolean bool -> !bool.value();
            case JsonValue.JsonNull _ -> true;
        };
    }

    private static JsonValue empty(Schema schema) {
        return switch (schema.shape()) {
            case STRUCT -> {
                JsonObject object = new JsonObject();
                apply(object, schema);
                yield object;
            }
            case TEXT -> JsonValue.of("");
            case INTEGER, DECIMAL, INT_OR_STRING -> JsonValue.of(0);
            case BOOLEAN -> JsonValue.of(false);
            case QUANTITY -> JsonValue.of("0");
            case LIST, MAP, BYTES, TIME, MICRO_TIME, ANY -> JsonValue.JsonNull.NULL;
        };
    }
}
