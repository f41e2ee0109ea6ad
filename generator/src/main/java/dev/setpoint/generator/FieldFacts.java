package dev.setpoint.generator;

import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.schema.Presence;
import dev.setpoint.machinery.schema.Shape;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads `presence.tsv` and `defaults.tsv`: what neither the Java classes nor the descriptors say of a field.
final class FieldFacts {
    private final Map<String, Presence> presence = new HashMap<>();
    private final Map<String, JsonValue> fallbacks = new HashMap<>();
    private final Set<String> asked = new HashSet<>();

    FieldFacts() {
        for (String[] row : FactTable.rows("presence.tsv", 4)) {
            note(row[0], FactTable.words(row[1]), Presence.ALWAYS);
            note(row[0], FactTable.words(row[2]), Presence.OR_NULL);
            note(row[0], FactTable.words(row[3]), Presence.IF_NOT_EMPTY);
        }
        for (String[] row : FactTable.rows("defaults.tsv", 3)) {
            fallbacks.put(row[0] + "." + row[1], JsonReader.value(row[2].getBytes(StandardCharsets.UTF_8)));
        }
    }

    /// Lists, maps and bytes go without saying: they are there unless they are empty.
    Presence presence(String type, String field, Shape shape) {
        String place = type + "." + field;
        asked.add(place);
        Presence known = presence.get(place);
        if (known != null) {
            return known;
        }
        boolean many = shape == Shape.LIST || shape == Shape.MAP || shape == Shape.BYTES;
        return many ? Presence.IF_NOT_EMPTY : Presence.IF_SET;
    }

    @Nullable
    JsonValue fallback(String type, String field) {
        return fallbacks.get(type + "." + field);
    }

    void requireAllUsed() {
        Set<String> unused = new HashSet<>(presence.keySet());
        unused.addAll(fallbacks.keySet());
        unused.removeAll(asked);
        if (!unused.isEmpty()) {
            throw new ModelException("the tables speak of fields that do not exist: " + unused);
        }
    }

    private void note(String type, List<String> fields, Presence value) {
        fields.forEach(field -> presence.put(type + "." + field, value));
    }
}
