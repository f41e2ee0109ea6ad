package dev.setpoint.resources.structural;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a schema says of single values: bounds, lengths, patterns, choices. Absent bounds are null.
record ValueLimits(
        @Nullable JsonValue maximum,
        boolean exclusiveMaximum,
        @Nullable JsonValue minimum,
        boolean exclusiveMinimum,
        @Nullable JsonValue multipleOf,
        @Nullable Long maxLength,
        @Nullable Long minLength,
        @Nullable Long maxItems,
        @Nullable Long minItems,
        @Nullable Long maxProperties,
        @Nullable Long minProperties,
        String patternText,
        @Nullable Pattern pattern,
        List<JsonValue> choices) {
    static ValueLimits of(JsonObject json) {
        String pattern = json.textOr("pattern", "");
        return new ValueLimits(
                number(json, "maximum"),
                json.booleanOr("exclusiveMaximum", false),
                number(json, "minimum"),
                json.booleanOr("exclusiveMinimum", false),
                number(json, "multipleOf"),
                integer(json, "maxLength"),
                integer(json, "minLength"),
                integer(json, "maxItems"),
                integer(json, "minItems"),
                integer(json, "maxProperties"),
                integer(json, "minProperties"),
                pattern,
                compile(pattern),
                choices(json.array("enum")));
    }

    /// A pattern that is none limits nothing: whoever checks definitions refuses it.
    private static @Nullable Pattern compile(String pattern) {
        try {
            return pattern.isEmpty() ? null : Pattern.compile(pattern);
        } catch (PatternSyntaxException _) {
            return null;
        }
    }

    private static List<JsonValue> choices(@Nullable JsonArray array) {
        if (array == null) {
            return List.of();
        }
        List<JsonValue> choices = new ArrayList<>(array.size());
        array.forEach(choices::add);
        return List.copyOf(choices);
    }

    private static @Nullable JsonValue number(JsonObject json, String field) {
        JsonValue value = json.get(field);
        return value instanceof JsonValue.JsonInteger || value instanceof JsonValue.JsonDecimal ? value : null;
    }

    private static @Nullable Long integer(JsonObject json, String field) {
        return json.get(field) instanceof JsonValue.JsonInteger(long number) ? number : null;
    }

    static double asDouble(JsonValue number) {
        return switch (number) {
            case JsonValue.JsonInteger(long integer) -> integer;
            case JsonValue.JsonDecimal(double decimal) -> decimal;
            default -> throw new IllegalArgumentException(number + " (expected: a number)");
        };
    }
}
