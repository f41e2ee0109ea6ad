package dev.setpoint.resources.structural;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The elements of a list by the keys that tell them apart; empty for lists without keys. Only looked up, never walked.
public final class KeyedElements {
    private static final KeyedElements NONE = new KeyedElements(List.of(), Map.of());

    private final List<String> keys;
    private final Map<List<@Nullable JsonValue>, JsonValue> elements;

    private KeyedElements(List<String> keys, Map<List<@Nullable JsonValue>, JsonValue> elements) {
        this.keys = keys;
        this.elements = elements;
    }

    public static KeyedElements of(Structural list, @Nullable JsonValue value) {
        if (!(value instanceof JsonArray array) || !list.listType().equals("map")) {
            return NONE;
        }
        Map<List<@Nullable JsonValue>, JsonValue> elements = new HashMap<>();
        KeyedElements keyed = new KeyedElements(list.listMapKeys(), elements);
        for (JsonValue element : array) {
            if (element instanceof JsonObject object) {
                elements.putIfAbsent(keyed.key(object), element);
            }
        }
        return keyed;
    }

    public @Nullable JsonValue find(JsonValue element) {
        return element instanceof JsonObject object && !elements.isEmpty() ? elements.get(key(object)) : null;
    }

    private List<@Nullable JsonValue> key(JsonObject element) {
        List<@Nullable JsonValue> key = new ArrayList<>(keys.size());
        keys.forEach(name -> key.add(element.get(name)));
        return key;
    }
}
