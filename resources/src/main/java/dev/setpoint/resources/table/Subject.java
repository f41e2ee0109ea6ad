package dev.setpoint.resources.table;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.selector.LabelSelector;
import dev.setpoint.machinery.selector.MalformedSelectorException;
import dev.setpoint.machinery.time.HumanDuration;
import dev.setpoint.machinery.time.Timestamps;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The object that a row is about, seen through the questions that printers ask. What is absent or of another shape
/// counts as empty, as in Go.
record Subject(JsonObject object, Instant now) {
    static final String NONE = "<none>";
    static final String UNSET = "<unset>";
    static final String UNKNOWN = "<unknown>";

    String name() {
        return text("metadata", "name");
    }

    String age() {
        return since("metadata", "creationTimestamp");
    }

    boolean deleting() {
        return time("metadata", "deletionTimestamp").isPresent();
    }

    /// The text at a path; empty if there is none.
    String text(String... path) {
        return object.at(path) instanceof JsonValue.JsonString(String text) ? text : "";
    }

    String textOr(String fallback, String... path) {
        String text = text(path);
        return text.isEmpty() ? fallback : text;
    }

    long number(String... path) {
        return object.at(path) instanceof JsonValue.JsonInteger(long number) ? number : 0;
    }

    boolean flag(String... path) {
        return object.at(path) == JsonValue.JsonBoolean.TRUE;
    }

    boolean has(String... path) {
        JsonValue value = object.at(path);
        return value != null && value != JsonValue.JsonNull.NULL;
    }

    /// A number or a text, as text: ports and percentages.
    String either(String fallback, String... path) {
        return switch (object.at(path)) {
            case JsonValue.JsonString(String text) -> text;
            case JsonValue.JsonInteger(long number) -> Long.toString(number);
            case null, default -> fallback;
        };
    }

    /// An amount; what is not said is nothing of it.
    String quantity(String... path) {
        return either("0", path);
    }

    @Nullable
    JsonObject object(String... path) {
        return object.at(path) instanceof JsonObject found ? found : null;
    }

    List<JsonObject> objects(String... path) {
        return object.at(path) instanceof JsonArray array ? array.objects() : List.of();
    }

    List<String> texts(String... path) {
        return object.at(path) instanceof JsonArray array ? array.texts() : List.of();
    }

    /// How many elements a list has, or keys a map.
    long size(String... path) {
        return switch (object.at(path)) {
            case JsonArray array -> array.size();
            case JsonObject map -> map.size();
            case null, default -> 0;
        };
    }

    Optional<Instant> time(String... path) {
        return Timestamps.parse(text(path));
    }

    /// How long ago that was.
    String since(String... path) {
        return time(path).map(this::since).orElse(UNKNOWN);
    }

    String since(Instant time) {
        return HumanDuration.format(Duration.between(time, now));
    }

    /// The status of a condition, or empty if there is no such condition.
    String condition(String type) {
        for (JsonObject condition : objects("status", "conditions")) {
            if (condition.textOr("type", "").equals(type)) {
                return condition.textOr("status", "");
            }
        }
        return "";
    }

    /// `a=b,c=d` in the order of keys.
    String labels(String... path) {
        if (!(object.at(path) instanceof JsonObject labels) || labels.isEmpty()) {
            return NONE;
        }
        TreeMap<String, String> sorted = new TreeMap<>();
        labels.forEach((key, value) -> sorted.put(key, value instanceof JsonValue.JsonString(String text) ? text : ""));
        return sorted.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining(","));
    }

    String selector(String... path) {
        try {
            String text = LabelSelector.of(object(path)).toString();
            return text.isEmpty() ? NONE : text;
        } catch (MalformedSelectorException e) {
            return "<error>";
        }
    }

    /// What the containers of a pod template have in this field, side by side.
    String containers(String field, String... template) {
        List<String> path = new ArrayList<>(List.of(template));
        path.addAll(List.of("spec", "containers"));
        return objects(path.toArray(String[]::new)).stream()
                .map(container -> container.textOr(field, ""))
                .collect(Collectors.joining(","));
    }

    /// The first few of many.
    static String some(List<String> all, int most, String separator) {
        if (all.size() <= most) {
            return String.join(separator, all);
        }
        return String.join(separator, all.subList(0, most)) + " + " + (all.size() - most) + " more...";
    }
}
