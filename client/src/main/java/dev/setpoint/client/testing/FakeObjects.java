package dev.setpoint.client.testing;

import dev.setpoint.base.value.Header;
import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Owner;
import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.JsonWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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
        return new Stored(key, revision, header(resource, whole), bytes, hole);
    }

    /// The object as a tree of its own.
    static JsonObject tree(Stored stored) {
        return JsonReader.object(stored.filled());
    }

    private static Header header(String resource, JsonObject object) {
        JsonObject metadata = object.child("metadata");
        Map<String, String> labels = new LinkedHashMap<>();
        JsonObject given = metadata.object("labels");
        if (given != null) {
            given.forEach((name, value) -> labels.put(name, text(value)));
        }
        Map<String, String> fields = new LinkedHashMap<>();
        for (String path : selectableFields(resource)) {
            fields.put(path, text(object.at(path.split("\\.", -1))));
        }
        JsonArray finalizers = metadata.array("finalizers");
        return new Header(
                metadata.textOr("uid", ""),
                metadata.integerOr("generation", 0),
                labels,
                fields,
                owners(metadata.array("ownerReferences")),
                finalizers == null ? List.of() : finalizers.texts(),
                metadata.has("deletionTimestamp"));
    }

    private static List<String> selectableFields(String resource) {
        return switch (resource) {
            case "pods" -> List.of("spec.nodeName", "status.phase", "status.podIP");
            case "events" ->
                List.of("involvedObject.kind", "involvedObject.name", "involvedObject.uid", "reason", "type");
            default -> List.of();
        };
    }

    private static List<Owner> owners(@Nullable JsonArray references) {
        List<Owner> owners = new ArrayList<>();
        for (JsonObject reference : references == null ? List.<JsonObject>of() : references.objects()) {
            owners.add(new Owner(
                    reference.textOr("apiVersion", ""),
                    reference.textOr("kind", ""),
                    reference.textOr("name", ""),
                    reference.textOr("uid", ""),
                    reference.booleanOr("controller", false),
                    reference.booleanOr("blockOwnerDeletion", false)));
        }
        return owners;
    }

    private static String text(@Nullable JsonValue value) {
        return value instanceof JsonValue.JsonString(var text) ? text : "";
    }
}
