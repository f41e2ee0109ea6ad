package dev.setpoint.resources.strategy;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.JsonValue.JsonBoolean;
import dev.setpoint.machinery.json.JsonValue.JsonDecimal;
import dev.setpoint.machinery.json.JsonValue.JsonInteger;
import dev.setpoint.machinery.json.JsonValue.JsonNull;
import dev.setpoint.machinery.json.JsonValue.JsonString;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Reads and fills fields as Kubernetes does, where most fields cannot tell "absent" from "empty": no text is the empty
/// text, no number is zero, no list is the empty list.
public final class Fields {
    private Fields() {}

    /// Puts a default where the field is absent or empty. Where the two differ, use [JsonObject#putIfAbsent].
    public static void fill(JsonObject holder, String field, JsonValue value) {
        if (isEmpty(holder.get(field))) {
            holder.put(field, value);
        }
    }

    public static boolean isEmpty(@Nullable JsonValue value) {
        return switch (value) {
            case null -> true;
            case JsonNull _ -> true;
            case JsonString(String text) -> text.isEmpty();
            case JsonInteger(long number) -> number == 0;
            case JsonDecimal(double number) -> number == 0;
            case JsonBoolean bool -> !bool.value();
            case JsonArray array -> array.isEmpty();
            case JsonObject object -> object.isEmpty();
        };
    }

    /// Whether a field is there and is more than an empty value.
    public static boolean isSet(JsonObject holder, String field) {
        return !isEmpty(holder.get(field));
    }

    public static void each(@Nullable JsonObject holder, String field, Consumer<JsonObject> action) {
        JsonArray array = holder == null ? null : holder.array(field);
        if (array != null) {
            for (int i = 0; i < array.size(); i++) {
                if (array.get(i) instanceof JsonObject object) {
                    action.accept(object);
                }
            }
        }
    }

    /// Visits the objects in a list together with their paths.
    public static void each(@Nullable JsonObject holder, String field, FieldPath path, Visitor visitor) {
        JsonArray array = holder == null ? null : holder.array(field);
        if (array != null && !array.isEmpty()) {
            FieldPath list = path.child(field);
            for (int i = 0; i < array.size(); i++) {
                if (array.get(i) instanceof JsonObject object) {
                    visitor.visit(object, list.index(i));
                }
            }
        }
    }

    /// The same for a list that is a field of the object itself.
    public static void eachAtRoot(JsonObject object, String field, Visitor visitor) {
        List<JsonObject> elements = objects(object, field);
        for (int i = 0; i < elements.size(); i++) {
            visitor.visit(elements.get(i), FieldPath.of(field).index(i));
        }
    }

    /// Looks at one element of a list.
    @FunctionalInterface
    public interface Visitor {
        void visit(JsonObject element, FieldPath path);
    }

    /// The objects in a list, none when there is no list.
    public static List<JsonObject> objects(@Nullable JsonObject holder, String field) {
        JsonArray array = holder == null ? null : holder.array(field);
        return array == null || array.isEmpty() ? List.of() : array.objects();
    }

    public static List<String> texts(@Nullable JsonObject holder, String field) {
        JsonArray array = holder == null ? null : holder.array(field);
        return array == null || array.isEmpty() ? List.of() : array.texts();
    }

    public static int size(JsonObject holder, String field) {
        return switch (holder.get(field)) {
            case JsonArray array -> array.size();
            case JsonObject object -> object.size();
            case null, default -> 0;
        };
    }

    /// Whether two objects differ in any field but these.
    public static boolean differBesides(List<String> ignored, JsonObject object, JsonObject old) {
        int matched = 0;
        for (Map.Entry<String, JsonValue> entry : object.entries()) {
            if (ignored.contains(entry.getKey())) {
                continue;
            }
            if (!entry.getValue().equals(old.get(entry.getKey()))) {
                return true;
            }
            matched++;
        }
        for (String field : ignored) {
            matched += old.has(field) ? 1 : 0;
        }
        return matched != old.size();
    }

    /// Keeps the metadata that whoever writes a status has no business with.
    public static void keepMetadata(JsonObject object, JsonObject old) {
        JsonObject metadata = object.child("metadata");
        JsonObject before = old.child("metadata");
        for (String field : List.of("labels", "annotations", "finalizers", "ownerReferences")) {
            keep(field, metadata, before);
        }
    }

    /// The text at the end of a path, empty where there is none.
    public static String text(JsonObject object, String... path) {
        return object.at(path) instanceof JsonString(String text) ? text : "";
    }

    /// The number at the end of a path, zero where there is none.
    public static long integer(JsonObject object, String... path) {
        return object.at(path) instanceof JsonInteger(long number) ? number : 0;
    }

    /// Gives the field the value that it had, or none if it had none.
    public static void keep(String field, JsonObject object, JsonObject old) {
        JsonValue before = old.get(field);
        if (before == null) {
            object.remove(field);
        } else {
            object.put(field, before.again());
        }
    }
}
