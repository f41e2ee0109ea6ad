package dev.setpoint.apiserver.crd.rules;

import dev.setpoint.expressions.Expression;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.time.GoDuration;
import dev.setpoint.machinery.time.Timestamps;
import dev.setpoint.resources.structural.Structural;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Values as CEL rules see them.
final class RuleValues {
    private RuleValues() {}

    static Object of(JsonValue value, @Nullable Structural schema, boolean root) {
        return switch (value) {
            case JsonObject object -> object(object, schema == null ? Structural.EMPTY : schema, root);
            case JsonArray array -> {
                List<Object> list = new ArrayList<>(array.size());
                Structural items = schema == null ? null : schema.items();
                array.forEach(element -> list.add(of(element, items, false)));
                yield list;
            }
            case JsonValue.JsonString(String text) -> text(text, schema);
            case JsonValue.JsonInteger(long number) ->
                schema != null && schema.type().equals("number") ? (Object) (double) number : (Object) number;
            case JsonValue.JsonDecimal(double number) -> number;
            case JsonValue.JsonBoolean flag -> flag.value();
            case JsonValue.JsonNull _ -> Expression.NULL;
        };
    }

    private static Map<String, Object> object(JsonObject object, Structural schema, boolean root) {
        boolean named = !schema.properties().isEmpty() || root || schema.embedded();
        boolean resource = root || schema.embedded();
        Map<String, Object> map = new LinkedHashMap<>();
        object.forEach((name, field) -> {
            if (resource && RuleTypes.isMeta(name)) {
                map.put(name, of(field, null, false));
            } else if (!named || schema.properties().containsKey(name)) {
                map.put(named ? RuleTypes.escaped(name) : name, of(field, schema.below(name), false));
            }
        });
        return map;
    }

    /// A text that is not in its format stays a text: validation has refused it before.
    private static Object text(String text, @Nullable Structural schema) {
        return switch (schema == null ? "" : schema.format()) {
            case "date-time", "datetime" ->
                Timestamps.parse(text).<Object>map(time -> time).orElse(text);
            case "date" -> date(text);
            case "duration" ->
                GoDuration.parse(text).<Object>map(duration -> duration).orElse(text);
            default -> text;
        };
    }

    private static Object date(String text) {
        try {
            return LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant();
        } catch (DateTimeParseException _) {
            return text;
        }
    }
}
