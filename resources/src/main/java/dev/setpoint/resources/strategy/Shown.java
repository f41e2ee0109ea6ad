package dev.setpoint.resources.strategy;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Values as field errors show them: maps sorted by key, structs in the order of their type, nothing as `null`.
public final class Shown {
    private static final List<String> SELECTOR = List.of("matchLabels", "matchExpressions");
    private static final List<String> REQUIREMENT = List.of("key", "operator", "values");

    private Shown() {}

    public static String value(@Nullable JsonValue value) {
        return value == null ? "null" : value.toString();
    }

    public static String map(@Nullable JsonObject map) {
        return map == null ? "null" : sorted(map).toString();
    }

    public static String texts(List<String> texts) {
        return texts.isEmpty() ? "null" : JsonArray.ofTexts(texts).toString();
    }

    public static String selector(@Nullable JsonObject selector) {
        if (selector == null) {
            return "null";
        }
        JsonObject shown = ordered(selector, SELECTOR);
        JsonObject labels = shown.object("matchLabels");
        if (labels != null) {
            shown.put("matchLabels", sorted(labels));
        }
        JsonArray requirements = new JsonArray();
        Fields.each(selector, "matchExpressions", each -> requirements.add(ordered(each, REQUIREMENT)));
        if (!requirements.isEmpty()) {
            shown.put("matchExpressions", requirements);
        }
        return shown.toString();
    }

    /// The fields of a struct that are there, in the order of the type.
    public static JsonObject ordered(JsonObject struct, List<String> fields) {
        JsonObject ordered = new JsonObject();
        for (String field : fields) {
            JsonValue value = struct.get(field);
            if (value != null) {
                ordered.put(field, value);
            }
        }
        return ordered;
    }

    private static JsonObject sorted(JsonObject map) {
        JsonObject sorted = new JsonObject();
        Map<String, JsonValue> entries = new TreeMap<>();
        map.forEach(entries::put);
        entries.forEach(sorted::put);
        return sorted;
    }
}
