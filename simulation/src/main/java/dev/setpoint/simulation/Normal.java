package dev.setpoint.simulation;

import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.json.CompactReader;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.JsonValue.JsonString;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// Objects without what differs from run to run although nothing is wrong: uids, revisions, times, generated names,
/// addresses, and where a pod was placed.
final class Normal {
    private static final Pattern TIME = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z");
    private static final Pattern UID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    /// The volume that admission adds to pods, under a name that it makes up.
    private static final Pattern TOKEN_VOLUME = Pattern.compile("kube-api-access-[a-z0-9]{5}");

    private static final Set<String> ACCIDENTAL = new TreeSet<>(List.of(
            "uid",
            "resourceVersion",
            "managedFields",
            "generation",
            "observedGeneration",
            "creationTimestamp",
            "lastScaleTime",
            "deletionGracePeriodSeconds",
            "nodeName",
            "hostIP",
            "hostIPs",
            "podIP",
            "podIPs",
            "ip",
            "addresses",
            "containerID",
            "clusterIP",
            "clusterIPs",
            "nodePort"));

    private static final int TIME_LENGTH = "2026-01-01T00:00:00Z".length();
    private static final int UID_LENGTH = 36;

    /// From generated names to what they were generated from.
    private final Map<String, String> generated = new LinkedHashMap<>();

    private final Map<Key, JsonObject> trees = new LinkedHashMap<>();

    /// @param objects all that may name one another
    Normal(List<Stored> objects) {
        for (Stored object : objects) {
            JsonObject tree = CompactReader.object(object.bytes());
            trees.put(object.key(), tree);
            JsonObject metadata = tree.child("metadata");
            String prefix = metadata.textOr("generateName", "");
            if (!prefix.isEmpty()) {
                generated.put(metadata.textOr("name", ""), prefix + "*");
            }
        }
    }

    /// Where an object lies, by a name that is the same in every run.
    String key(Stored object) {
        String name = object.key().name();
        return object.key().resource() + " "
                + (object.key().namespace().isEmpty() ? "" : object.key().namespace() + "/")
                + generated.getOrDefault(name, name);
    }

    /// Fields by their paths, in order: `spec.containers[0].image` to `"nginx"`.
    ///
    /// @param object one of those that may name one another
    Map<String, String> fields(Stored object) {
        Map<String, String> fields = new TreeMap<>();
        collect("", Objects.requireNonNull(trees.get(object.key())), fields);
        return fields;
    }

    private void collect(String path, JsonValue value, Map<String, String> fields) {
        switch (value) {
            case JsonObject object ->
                object.forEach((name, member) -> {
                    if (!ACCIDENTAL.contains(name)) {
                        collect(path.isEmpty() ? name : path + "." + name, member, fields);
                    }
                });
            case JsonArray array -> {
                List<JsonValue> members = new ArrayList<>();
                array.forEach(members::add);
                for (int i = 0; i < members.size(); i++) {
                    collect(path + "[" + place(path, i, members.get(i)) + "]", members.get(i), fields);
                }
            }
            case JsonString(var text) -> fields.put(path, normal(text));
            default -> fields.put(path, value.toString());
        }
    }

    /// Conditions are a set by type: their order tells only which became true first.
    private static String place(String path, int index, JsonValue member) {
        return path.endsWith("conditions") && member instanceof JsonObject condition
                ? condition.textOr("type", Integer.toString(index))
                : Integer.toString(index);
    }

    private String normal(String text) {
        String normal = text;
        if (text.length() >= TIME_LENGTH) { // Most are shorter, and patterns cost.
            normal = TIME.matcher(normal).replaceAll("<time>");
            normal = TOKEN_VOLUME.matcher(normal).replaceAll("kube-api-access-*");
        }
        if (text.length() >= UID_LENGTH) {
            normal = UID.matcher(normal).replaceAll("<uid>");
        }
        for (Map.Entry<String, String> entry : generated.entrySet()) {
            normal = normal.replace(entry.getKey(), entry.getValue());
        }
        return normal;
    }

    /// Every field of an object but its revision and its bookkeeping, times included: whether two states are the
    /// same.
    static Map<String, String> exact(Stored object) {
        Map<String, String> fields = new TreeMap<>();
        JsonObject json = CompactReader.object(object.bytes());
        json.child("metadata").remove("managedFields");
        json.child("metadata").remove("resourceVersion");
        json.child("metadata").remove("generation");
        json.child("metadata").remove("uid");
        json.child("metadata").remove("creationTimestamp");
        new Normal(List.of()).collectExactly("", json, fields);
        return fields;
    }

    private void collectExactly(String path, JsonValue value, Map<String, String> fields) {
        if (value instanceof JsonObject object) {
            object.forEach((name, member) -> collectExactly(path.isEmpty() ? name : path + "." + name, member, fields));
        } else {
            fields.put(path, value.toString());
        }
    }

    /// The first field in which two states differ, with both values.
    static String difference(Map<String, String> one, Map<String, String> other) {
        Set<String> paths = new TreeSet<>(one.keySet());
        paths.addAll(other.keySet());
        for (String path : paths) {
            String left = one.getOrDefault(path, "absent");
            String right = other.getOrDefault(path, "absent");
            if (!left.equals(right)) {
                return path + " is " + left + " and " + right;
            }
        }
        return "nothing";
    }
}
