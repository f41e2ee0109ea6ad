package dev.setpoint.apiserver.registry.catalog;

import dev.setpoint.base.DirectMappedCache;
import dev.setpoint.base.value.Header;
import dev.setpoint.machinery.header.ObjectHeaders;
import dev.setpoint.machinery.header.SelectableFields;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.JsonWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Function;

/// The fixed layout of an object's bytes: type first, then metadata with a hole for the revision, then the rest.
///
///     {"kind":"Pod","apiVersion":"v1","metadata":{"resourceVersion":"", ...}, ...}
///
/// Because the type stands first and has a known length, lists of built-in kinds leave it out by skipping a prefix.
public final class ObjectLayout {
    /// Objects that one template made have the same labels, and share them. The headers of what is loaded are made
    /// before there is an API server, so this belongs to nobody; it keeps so many sets, and short ones only.
    private static final DirectMappedCache<Map<String, String>, Map<String, String>> LABELS =
            new DirectMappedCache<>(1024);

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

    public static Header header(JsonObject object, SelectableFields fields) {
        return ObjectHeaders.of(object, fields, ObjectLayout::shared);
    }

    private static Map<String, String> shared(Map<String, String> labels) {
        int length = 0;
        for (Map.Entry<String, String> label : labels.entrySet()) {
            length += label.getKey().length() + label.getValue().length();
        }
        return length <= LONGEST_SHARED ? LABELS.of(labels, Function.identity()) : labels;
    }
}
