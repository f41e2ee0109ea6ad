package dev.setpoint.machinery.apply;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.schema.Field;
import dev.setpoint.machinery.schema.Schema;
import dev.setpoint.machinery.schema.Topology;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Tells the elements of sets and keyed lists apart.
final class ListKeys {
    private ListKeys() {}

    /// Whether elements are told apart by value or key; other lists are one piece.
    static boolean associative(Schema list) {
        return list.merge().topology() == Topology.SET || list.merge().topology() == Topology.KEYED;
    }

    static PathElement element(Schema list, JsonValue value) {
        if (list.merge().topology() == Topology.SET || !(value instanceof JsonObject object)) {
            return new PathElement.Value(CompactText.of(value));
        }
        JsonObject fields = new JsonObject();
        for (String key : list.merge().keys()) {
            JsonValue part = part(list, object, key);
            if (part != null) {
                fields.append(key, part);
            }
        }
        return PathElement.Key.of(fields);
    }

    private static @Nullable JsonValue part(Schema list, JsonObject element, String key) {
        JsonValue part = element.get(key);
        if (part != null && part != JsonValue.JsonNull.NULL) {
            return part;
        }
        Field field = list.element().field(key);
        return field == null ? null : field.fallback();
    }

    /// The elements by what tells them apart, in order. Of two that are alike the first counts.
    static Map<PathElement, JsonValue> byElement(Schema list, JsonArray array) {
        Map<PathElement, JsonValue> elements = LinkedHashMap.newLinkedHashMap(array.size());
        for (JsonValue value : array) {
            elements.putIfAbsent(element(list, value), value);
        }
        return elements;
    }
}
