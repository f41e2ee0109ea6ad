package dev.setpoint.machinery.apply;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.schema.Schema;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Where two versions of an object differ. A map or list that comes or goes as a whole counts itself, too.
public record Comparison(FieldSet added, FieldSet modified, FieldSet removed) {
    public static Comparison of(JsonObject before, JsonObject after, Schema schema) {
        Walk walk = new Walk();
        walk.compare(before, after, schema);
        return new Comparison(walk.added, walk.modified, walk.removed);
    }

    private static final class Walk {
        final FieldSet added = new FieldSet();
        final FieldSet modified = new FieldSet();
        final FieldSet removed = new FieldSet();
        private final List<PathElement> path = new ArrayList<>();

        void compare(@Nullable JsonValue before, @Nullable JsonValue after, Schema schema) {
            if ((before == null && after == null) || (before != null && before.equals(after))) {
                return;
            }
            JsonObject oldFields = Structure.fields(before, schema);
            JsonObject newFields = Structure.fields(after, schema);
            JsonArray oldElements = Structure.elements(before, schema);
            JsonArray newElements = Structure.elements(after, schema);
            boolean objects = (oldFields != null || isNothing(before)) && (newFields != null || isNothing(after));
            boolean lists = (oldElements != null || isNothing(before)) && (newElements != null || isNothing(after));
            boolean nothingInside = isEmpty(before) && isEmpty(after);
            if (objects && !nothingInside) {
                fields(oldFields, newFields, schema);
                appearance(before, after);
            } else if (lists && !nothingInside) {
                elements(oldElements, newElements, schema);
                appearance(before, after);
            } else {
                appearance(before, after);
                if (before != null && after != null) {
                    modified.insert(path);
                }
            }
        }

        private void appearance(@Nullable JsonValue before, @Nullable JsonValue after) {
            if (before == null) {
                added.insert(path);
            } else if (after == null) {
                removed.insert(path);
            }
        }

        private void fields(@Nullable JsonObject before, @Nullable JsonObject after, Schema schema) {
            Set<String> names = new LinkedHashSet<>();
            if (before != null) {
                names.addAll(before.names());
            }
            if (after != null) {
                names.addAll(after.names());
            }
            for (String name : names) {
                path.add(new PathElement.Name(name));
                compare(
                        before == null ? null : before.get(name),
                        after == null ? null : after.get(name),
                        Structure.child(schema, name));
                path.removeLast();
            }
        }

        private void elements(@Nullable JsonArray before, @Nullable JsonArray after, Schema schema) {
            Map<PathElement, JsonValue> old = before == null ? Map.of() : ListKeys.byElement(schema, before);
            Map<PathElement, JsonValue> now = after == null ? Map.of() : ListKeys.byElement(schema, after);
            Set<PathElement> all = new LinkedHashSet<>(old.keySet());
            all.addAll(now.keySet());
            for (PathElement element : all) {
                path.add(element);
                compare(old.get(element), now.get(element), schema.element());
                path.removeLast();
            }
        }

        /// A null that stands in the object is no part of it, but it is there: what follows it does not appear anew.
        private static boolean isNothing(@Nullable JsonValue value) {
            return value == null || value == JsonValue.JsonNull.NULL;
        }

        private static boolean isEmpty(@Nullable JsonValue value) {
            return switch (value) {
                case null -> true;
                case JsonObject object -> object.isEmpty();
                case JsonArray array -> array.isEmpty();
                case JsonValue.JsonNull _ -> true;
                default -> false;
            };
        }
    }
}
