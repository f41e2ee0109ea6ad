package dev.setpoint.apiserver.registry.catalog;

import dev.setpoint.base.Recall;
import dev.setpoint.base.value.FewTexts;
import dev.setpoint.base.value.Header;
import dev.setpoint.base.value.Owner;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.JsonWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The fixed layout of an object's bytes: type first, then metadata with a hole for the revision, then the rest.
///
///     {"kind":"Pod","apiVersion":"v1","metadata":{"resourceVersion":"", ...}, ...}
///
/// Because the type stands first and has a known length, lists of built-in kinds leave it out by skipping a prefix.
public final class ObjectLayout {
    /// Objects that one template made have the same labels, and share them. The headers of what is loaded are made
    /// before there is an API server, so this belongs to nobody; it keeps so many sets, and short ones only.
    private static final Recall<Map<String, String>, Map<String, String>> LABELS = new Recall<>(1024);

    /// All characters of a set: some half of a megabyte is kept at most.
    private static final int LONGEST_SHARED = 512;

    private ObjectLayout() {}

    /// @param hole offset at which the revision's digits belong
    public record Encoded(byte[] bytes, int hole) {}

    public static Encoded encode(String apiVersion, String kind, JsonObject object) {
        try (JsonWriter json = new JsonWriter()) {
            json.raw("{").name("kind").value(JsonValue.of(kind));
            json.name("apiVersion").value(JsonValue.of(apiVersion));
            json.name("metadata").raw("{").name("resourceVersion").raw("\"\"");
            int hole = json.size() - 1;
            JsonObject metadata = object.object("metadata");
            if (metadata != null) {
                metadata.forEach((name, value) -> {
                    if (!name.equals("resourceVersion")) {
                        json.name(name).value(value);
                    }
                });
            }
            json.raw("}");
            object.forEach((name, value) -> {
                switch (name) {
                    case "kind", "apiVersion", "metadata" -> {}
                    default -> json.name(name).value(value);
                }
            });
            json.raw("}");
            return new Encoded(json.written(), hole);
        }
    }

    /// How many bytes of each object an opening brace replaces to leave out the type.
    public static int typeLength(String apiVersion, String kind) {
        return ("{\"kind\":\"" + kind + "\",\"apiVersion\":\"" + apiVersion + "\",")
                .getBytes(StandardCharsets.UTF_8)
                .length;
    }

    public static Header header(JsonObject object, Map<String, String> selectableFields) {
        JsonObject metadata = object.object("metadata");
        if (metadata == null) {
            return Header.EMPTY;
        }
        return new Header(
                metadata.textOr("uid", ""),
                metadata.integerOr("generation", 0),
                labels(metadata.object("labels")),
                FewTexts.copyOf(selectableFields),
                owners(metadata.array("ownerReferences")),
                texts(metadata.array("finalizers")),
                metadata.has("deletionTimestamp"));
    }

    private static Map<String, String> labels(@Nullable JsonObject labels) {
        if (labels == null || labels.isEmpty()) {
            return Map.of();
        }
        Map<String, String> sorted = new TreeMap<>();
        int length = 0;
        for (Map.Entry<String, JsonValue> label : labels.entries()) {
            if (label.getValue() instanceof JsonValue.JsonString(String text)) {
                sorted.put(label.getKey(), text);
                length += label.getKey().length() + text.length();
            }
        }
        Map<String, String> few = FewTexts.copyOf(sorted);
        return length <= LONGEST_SHARED ? LABELS.of(few, Function.identity()) : few;
    }

    private static List<String> texts(@Nullable JsonArray array) {
        return array == null || array.isEmpty() ? List.of() : List.copyOf(array.texts());
    }

    private static List<Owner> owners(@Nullable JsonArray references) {
        if (references == null || references.isEmpty()) {
            return List.of();
        }
        List<Owner> owners = new ArrayList<>(references.size());
        for (JsonObject reference : references.objects()) {
            owners.add(new Owner(
                    reference.textOr("apiVersion", ""),
                    reference.textOr("kind", ""),
                    reference.textOr("name", ""),
                    reference.textOr("uid", ""),
                    reference.booleanOr("controller", false),
                    reference.booleanOr("blockOwnerDeletion", false)));
        }
        return List.copyOf(owners);
    }
}
