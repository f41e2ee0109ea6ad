package dev.setpoint.client.https;

import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.ObjectList;
import dev.setpoint.client.Target;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.header.ObjectHeaders;
import dev.setpoint.machinery.header.SelectableFields;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.JsonWriter;
import dev.setpoint.machinery.json.MalformedJsonException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// How requests and objects look on the wire.
final class Wire {
    private Wire() {}

    /// `https://host/apis/apps/v1/namespaces/default/deployments/web/status?fieldManager=me`
    static String uri(String server, Target target, Map<String, List<String>> parameters) {
        GroupVersionResource resource = target.resource();
        StringBuilder uri = new StringBuilder(server)
                .append(resource.group().isEmpty() ? "/api/" : "/apis/" + resource.group() + "/")
                .append(resource.version());
        if (!target.namespace().isEmpty()) {
            uri.append("/namespaces/").append(segment(target.namespace()));
        }
        uri.append('/').append(resource.resource());
        if (!target.name().isEmpty()) {
            uri.append('/').append(segment(target.name()));
        }
        if (!target.subresource().isEmpty()) {
            uri.append('/').append(target.subresource());
        }
        return uri.append(query(parameters)).toString();
    }

    private static String query(Map<String, List<String>> parameters) {
        return parameters.isEmpty()
                ? ""
                : parameters.entrySet().stream()
                        .flatMap(entry -> entry.getValue().stream().map(value -> entry.getKey() + "=" + encoded(value)))
                        .collect(Collectors.joining("&", "?", ""));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /// In a path a plus sign is a plus sign.
    private static String segment(String text) {
        return encoded(text).replace("+", "%20");
    }

    /// One object as it came.
    static Stored object(Target target, byte[] body) {
        return stored(target, JsonReader.object(body), body);
    }

    /// A list, whose items are given the type that they go without.
    static ObjectList list(Target collection, byte[] body) {
        JsonObject list = JsonReader.object(body);
        JsonObject metadata = list.child("metadata");
        String kind = list.textOr("kind", "");
        String itemKind = kind.endsWith("List") ? kind.substring(0, kind.length() - "List".length()) : kind;
        List<Stored> items = new ArrayList<>();
        JsonArray given = list.array("items");
        for (JsonObject item : given == null ? List.<JsonObject>of() : given.objects()) {
            items.add(tree(collection, typed(item, itemKind, list.textOr("apiVersion", ""))));
        }
        return new ObjectList(revision(metadata), items, metadata.textOr("continue", ""));
    }

    /// An object that came within something else.
    static Stored tree(Target collection, JsonObject object) {
        return stored(collection, object, JsonWriter.bytes(object));
    }

    static long revision(JsonObject metadata) {
        String text = metadata.textOr("resourceVersion", "");
        try {
            return text.isEmpty() ? 0 : Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalStateException("resourceVersion: " + text + " (expected: a number)", e);
        }
    }

    /// The body of a failure, if it says anything. Whatever lies between here and the server may answer in its place,
    /// in any form.
    static JsonObject status(byte @Nullable [] body) {
        if (body == null || body.length == 0 || body[0] != '{') {
            return new JsonObject();
        }
        try {
            return JsonReader.object(body);
        } catch (MalformedJsonException _) {
            return new JsonObject();
        }
    }

    private static JsonObject typed(JsonObject item, String kind, String apiVersion) {
        if (item.has("kind")) {
            return item;
        }
        JsonObject whole = new JsonObject().put("kind", kind).put("apiVersion", apiVersion);
        for (Map.Entry<String, JsonValue> field : item.entries()) {
            whole.put(field.getKey(), field.getValue());
        }
        return whole;
    }

    private static Stored stored(Target target, JsonObject object, byte[] bytes) {
        String resource = target.resource().groupResource().toString();
        JsonObject metadata = object.child("metadata");
        Key key = new Key(
                resource, metadata.textOr("namespace", target.namespace()), metadata.textOr("name", target.name()));
        return new Stored(key, revision(metadata), ObjectHeaders.of(object, SelectableFields.of(resource)), bytes, -1);
    }
}
