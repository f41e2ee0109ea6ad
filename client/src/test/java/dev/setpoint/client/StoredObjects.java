package dev.setpoint.client;

import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.header.ObjectHeaders;
import dev.setpoint.machinery.header.SelectableFields;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.machinery.json.JsonWriter;
import java.nio.charset.StandardCharsets;

/// Values as they lie in a store, from their JSON.
final class StoredObjects {
    private static final String HOLE = "\"resourceVersion\":\"";

    private StoredObjects() {}

    static Stored stored(String resource, String json, long revision) {
        JsonObject object = JsonReader.object(json.getBytes(StandardCharsets.UTF_8));
        JsonObject metadata = object.child("metadata");
        Key key = new Key(resource, metadata.textOr("namespace", ""), metadata.textOr("name", ""));
        // First in the metadata, so that no label can be mistaken for it.
        JsonObject ordered = new JsonObject().put("resourceVersion", "");
        metadata.forEach(ordered::put);
        JsonObject whole = new JsonObject()
                .put("kind", object.textOr("kind", ""))
                .put("apiVersion", object.textOr("apiVersion", ""))
                .put("metadata", ordered);
        object.forEach(whole::putIfAbsent);
        byte[] bytes = JsonWriter.bytes(whole);
        int hole = new String(bytes, StandardCharsets.ISO_8859_1).indexOf(HOLE) + HOLE.length();
        return new Stored(key, revision, ObjectHeaders.of(whole, SelectableFields.of(resource)), bytes, hole);
    }
}
