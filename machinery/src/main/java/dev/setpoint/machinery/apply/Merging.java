package dev.setpoint.machinery.apply;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.schema.Schema;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Lays a declared configuration over the live object: what is declared wins, what is not stays.
final class Merging {
    private Merging() {}

    static JsonObject merge(JsonObject live, JsonObject config, Schema schema) {
        return (JsonObject) value(live, config, schema);
    }

    private static JsonValue value(@Nullable JsonValue live, JsonValue config, Schema schema) {
        JsonObject liveFields = Structure.fields(live, schema);
        JsonObject configFields = Structure.fields(config, schema);
        if (liveFields != null && configFields != null) {
            return fields(liveFields, configFields, schema);
        }
        JsonArray liveElements = Structure.elements(live, schema);
        JsonArray configElements = Structure.elements(config, schema);
        if (liveElements != null && configElements != null) {
            return elements(liveElements, configElements, schema);
        }
        return config.copy();
    }

    private static JsonObject fields(JsonObject live, JsonObject config, Schema schema) {
        JsonObject merged = live.copy();
        config.forEach(
                (name, declared) -> merged.put(name, value(live.get(name), declared, Structure.child(schema, name))));
        return merged;
    }

    /// Declared elements come in their declared order. An element that is only live keeps its place: it stays before
    /// the declared element that follows it.
    ///
    ///     live [a, x, b]   declared [b, a]   merged [x, b, a]
    private static JsonArray elements(JsonArray current, JsonArray config, Schema schema) {
        Map<PathElement, JsonValue> present = ListKeys.byElement(schema, current);
        Map<PathElement, JsonValue> declared = ListKeys.byElement(schema, config);
        JsonArray merged = new JsonArray();
        Set<PathElement> placed = new HashSet<>();
        Iterator<Map.Entry<PathElement, JsonValue>> next = declared.entrySet().iterator();
        for (Map.Entry<PathElement, JsonValue> live : present.entrySet()) {
            if (!declared.containsKey(live.getKey())) {
                merged.add(live.getValue().copy());
                continue;
            }
            while (!placed.contains(live.getKey()) && next.hasNext()) {
                placed.add(place(next.next(), present, schema, merged));
            }
        }
        while (next.hasNext()) {
            place(next.next(), present, schema, merged);
        }
        return merged;
    }

    private static PathElement place(
            Map.Entry<PathElement, JsonValue> declared,
            Map<PathElement, JsonValue> present,
            Schema schema,
            JsonArray merged) {
        merged.add(value(present.get(declared.getKey()), declared.getValue(), schema.element()));
        return declared.getKey();
    }
}
