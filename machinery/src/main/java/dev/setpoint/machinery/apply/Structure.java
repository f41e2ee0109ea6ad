package dev.setpoint.machinery.apply;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.schema.Field;
import dev.setpoint.machinery.schema.Schema;
import dev.setpoint.machinery.schema.Shape;
import org.jspecify.annotations.Nullable;

/// How a value divides into parts with owners of their own, by its schema or, where that says nothing, by its look.
final class Structure {
    private static final Schema UNKNOWN = Schema.scalar(Shape.ANY);

    private Structure() {}

    /// An object whose fields have owners of their own; null for everything else.
    static @Nullable JsonObject fields(@Nullable JsonValue value, Schema schema) {
        if (!(value instanceof JsonObject object)) {
            return null;
        }
        return switch (schema.shape()) {
            case STRUCT, MAP -> schema.merge().isAtomic() ? null : object;
            case ANY -> object;
            default -> null;
        };
    }

    /// A list whose elements have owners of their own; null for everything else.
    static @Nullable JsonArray elements(@Nullable JsonValue value, Schema schema) {
        return value instanceof JsonArray array && schema.shape() == Shape.LIST && ListKeys.associative(schema)
                ? array
                : null;
    }

    static Schema child(Schema schema, String name) {
        return switch (schema.shape()) {
            case STRUCT -> {
                Field field = schema.field(name);
                yield field == null ? UNKNOWN : field.schema();
            }
            case MAP -> schema.element();
            default -> UNKNOWN;
        };
    }

    /// The schema of what lies below a step.
    static Schema below(Schema schema, PathElement step) {
        return switch (step) {
            case PathElement.Name(String name) -> child(schema, name);
            case PathElement.Key _, PathElement.Value _, PathElement.Index _ ->
                schema.shape() == Shape.LIST ? schema.element() : UNKNOWN;
        };
    }

    /// Whether the schema names this field, as opposed to a key that is data.
    static boolean declares(Schema schema, String name) {
        return schema.shape() == Shape.STRUCT && schema.field(name) != null;
    }
}
