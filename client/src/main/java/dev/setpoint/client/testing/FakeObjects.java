package dev.setpoint.client.testing;

import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.header.ObjectHeaders;
import dev.setpoint.machinery.header.SelectableFields;
import dev.setpoint.machinery.json.CompactReader;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.machinery.json.JsonWriter;
import java.nio.charset.StandardCharsets;

/// Trees to stored values and back, for a [FakeClient] and for tests that need a value.
public final class FakeObjects {
    private static final String HOLE = "\"resourceVersion\":\"";

    private FakeObjects() {}

    /// A value of a resource from its JSON, at a revision.
    public static Stored stored(String resource, String json, long revision) {
        return stored(resource, JsonReader.object(json.getBytes(StandardCharsets.UTF_8)), revision);
    }

    public static Stored stored(String resource, JsonObject object, long revision) {
        JsonObject metadata = object.child("metadata");
        Key key = new Key(resource, metadata.textOr("namespace", ""), metadata.textOr("name", ""));
        // First in the metadata, so that no label can be mistaken for it.
        JsonObject ordered = new JsonObject().put("resourceVersion", "");
        metadata.forEach((field, value) -> {
            if (!field.equals("resourceVersion")) {
                ordered.put(field, value);
            }
        });
        JsonObject whole = new JsonObject()
                .put("kind", object.textOr("kind", ""))
                .put("apiVersion", object.textOr("apiVersion", ""))
                .put("metadata", ordered);
        object.forEach((field, value) -> {
            if (!whole.has(field)) {
                whole.put(field, value);
            }
        });
        byte[] bytes = JsonWriter.bytes(whole);
        int hole = new String(bytes, StandardCharsets.ISO_8859_1).indexOf(HOLE) + HOLE.length();
        return new Stored(key, revision, ObjectHeaders.of(whole, SelectableFields.of(resource)), bytes, hole);
    }

    /// The object as a tree of its own.
    static JsonObject tree(Stored stored) {
        return CompactReader.object(stored.filled());
    }
}
