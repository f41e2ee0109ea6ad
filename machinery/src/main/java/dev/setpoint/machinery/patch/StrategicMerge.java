package dev.setpoint.machinery.patch;

import dev.setpoint.machinery.json.GoText;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.JsonValue.JsonNull;
import dev.setpoint.machinery.schema.Field;
import dev.setpoint.machinery.schema.PatchStrategy;
import dev.setpoint.machinery.schema.Schema;
import dev.setpoint.machinery.schema.Shape;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Merges the objects of a strategic merge patch. Both trees are consumed: the result is made of their parts.
final class StrategicMerge {
    static final String DIRECTIVE = "$patch";
    static final String DELETE = "delete";
    static final String REPLACE = "replace";

    private static final String RETAIN_KEYS = "$retainKeys";
    private static final String DELETE_FROM = "$deleteFromPrimitiveList";
    private static final String ORDER_OF = "$setElementOrder";
    private static final Schema UNKNOWN = Schema.scalar(Shape.ANY);

    private StrategicMerge() {}

    static JsonObject merge(JsonObject original, JsonObject patch, Schema schema) {
        JsonValue directive = patch.get(DIRECTIVE);
        if (directive != null) {
            return instead(directive, patch);
        }
        retainKeys(original, patch);
        for (String name : List.copyOf(patch.names())) {
            if (name.startsWith(ORDER_OF)) {
                mergeInOrder(original, patch, name, schema);
            }
        }
        for (Map.Entry<String, JsonValue> change : patch.entries()) {
            boolean deletes = change.getKey().startsWith(DELETE_FROM);
            String name = deletes
                    ? listName(change.getKey(), DELETE_FROM, "invalid patch format of primitive list")
                    : change.getKey();
            mergeField(original, name, change.getValue(), deletes, schema);
        }
        return original;
    }

    /// What takes the place of the object that a directive speaks of.
    private static JsonObject instead(JsonValue directive, JsonObject patch) {
        String text = GoText.of(directive);
        return switch (text) {
            case REPLACE -> {
                patch.remove(DIRECTIVE);
                yield patch;
            }
            case DELETE -> new JsonObject();
            default -> throw unknownDirective(text, patch);
        };
    }

    private static void retainKeys(JsonObject original, JsonObject patch) {
        JsonValue directive = patch.remove(RETAIN_KEYS);
        if (directive == null) {
            return;
        }
        if (!(directive instanceof JsonArray kept)) {
            throw Refusal.malformed("invalid patch format of retainKeys");
        }
        List<String> keys = kept.texts();
        for (Map.Entry<String, JsonValue> change : patch.entries()) {
            boolean exempt = change.getValue() == JsonNull.NULL
                    || change.getKey().startsWith(DELETE_FROM)
                    || change.getKey().startsWith(ORDER_OF);
            if (!exempt && !keys.contains(change.getKey())) {
                throw Refusal.malformed("invalid patch format of retainKeys");
            }
        }
        original.names().removeIf(name -> !keys.contains(name));
    }

    private static void mergeField(JsonObject original, String name, JsonValue change, boolean deletes, Schema schema) {
        JsonValue present = original.get(name);
        if (change == JsonNull.NULL) {
            original.remove(name);
        } else if (present == null || present.getClass() != change.getClass()) {
            if (!deletes) {
                putOrRemove(original, name, withoutDirectives(MergePatch.withoutNulls(change)));
            }
        } else {
            Schema field = schemaOf(name, schema);
            original.put(name, merged(present, change, deletes, field));
        }
    }

    private static JsonValue merged(JsonValue present, JsonValue change, boolean deletes, Schema schema) {
        return switch (change) {
            case JsonObject changes
            when present instanceof JsonObject object ->
                schema.merge().patches(PatchStrategy.REPLACE) ? changes : merge(object, changes, schema);
            case JsonArray changes
            when present instanceof JsonArray array ->
                deletes || schema.merge().patches(PatchStrategy.MERGE)
                        ? new MergedList(schema).merge(array, changes, deletes)
                        : changes;
            default -> change;
        };
    }

    /// Merges the list that an order is given for, puts it in that order, and takes both from the patch.
    private static void mergeInOrder(JsonObject original, JsonObject patch, String directive, Schema schema) {
        String name = listName(directive, ORDER_OF, "invalid patch format of setElementOrder list");
        JsonArray order = list(patch.remove(directive));
        JsonArray present = listOrNull(original.get(name));
        JsonArray changes = listOrNull(patch.get(name));
        MergedList merged = new MergedList(schemaOf(name, schema));
        merged.checkOrder(changes == null ? new JsonArray() : changes, order);
        if (present == null && changes == null) {
            return;
        }
        patch.remove(name);
        original.put(name, merged.mergeInOrder(present, changes, order));
    }

    /// `$setElementOrder/containers` is about `containers`.
    private static String listName(String directive, String prefix, String complaint) {
        if (directive.length() <= prefix.length() || directive.charAt(prefix.length()) != '/') {
            throw Refusal.malformed(complaint);
        }
        return directive.substring(prefix.length() + 1);
    }

    private static @Nullable JsonArray listOrNull(@Nullable JsonValue value) {
        return value == null ? null : list(value);
    }

    private static JsonArray list(@Nullable JsonValue value) {
        if (value instanceof JsonArray array) {
            return array;
        }
        String received = value == null ? "nil" : GoText.typeName(value);
        throw Refusal.unclassified("expected a []interface {}, but received a " + received);
    }

    static Schema schemaOf(String field, Schema schema) {
        if (schema.shape() == Shape.MAP) {
            return schema.element();
        }
        Field found = schema.field(field);
        return found == null ? UNKNOWN : found.schema();
    }

    /// What is new has nothing to be replaced or deleted in it; an object that only says so is left out.
    static @Nullable JsonValue withoutDirectives(JsonValue value) {
        return switch (value) {
            case JsonObject object -> {
                if (object.has(DIRECTIVE)) {
                    yield null;
                }
                for (String name : List.copyOf(object.names())) {
                    JsonValue field = object.get(name);
                    putOrRemove(object, name, field == null ? null : withoutDirectives(field));
                }
                yield object;
            }
            case JsonArray array -> {
                JsonArray kept = new JsonArray();
                for (JsonValue element : array) {
                    JsonValue cleaned = withoutDirectives(element);
                    if (cleaned != null) {
                        kept.add(cleaned);
                    }
                }
                yield kept;
            }
            default -> value;
        };
    }

    static RuntimeException unknownDirective(String directive, JsonObject patch) {
        return Refusal.unclassified("unknown patch type: " + directive + " in map: " + GoText.of(patch));
    }

    private static void putOrRemove(JsonObject object, String name, @Nullable JsonValue value) {
        if (value == null) {
            object.remove(name);
        } else {
            object.put(name, value);
        }
    }
}
