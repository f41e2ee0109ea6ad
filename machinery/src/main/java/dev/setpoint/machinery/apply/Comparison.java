package dev.setpoint.machinery.apply;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.schema.Schema;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Where two versions of an object differ. A map or list that comes or goes as a whole counts itself, too.
public record Comparison(FieldSet added, FieldSet modified, FieldSet removed) {
    private static final Comparison NONE = new Comparison(FieldSet.EMPTY, FieldSet.EMPTY, FieldSet.EMPTY);

    public static Comparison of(JsonObject before, JsonObject after, Schema schema) {
        return Objects.requireNonNullElse(inside(before, after, schema), NONE);
    }

    /// What differs below one place; null when nothing there has an owner of its own, so that the place is one piece.
    private static @Nullable Comparison inside(@Nullable JsonValue before, @Nullable JsonValue after, Schema schema) {
        if (isEmpty(before) && isEmpty(after)) {
            return null;
        }
        JsonObject oldFields = Structure.fields(before, schema);
        JsonObject newFields = Structure.fields(after, schema);
        if ((oldFields != null || isNothing(before)) && (newFields != null || isNothing(after))) {
            return fields(oldFields, newFields, schema);
        }
        JsonArray oldElements = Structure.elements(before, schema);
        JsonArray newElements = Structure.elements(after, schema);
        return (oldElements != null || isNothing(before)) && (newElements != null || isNothing(after))
                ? elements(oldElements, newElements, schema)
                : null;
    }

    private static Comparison fields(@Nullable JsonObject before, @Nullable JsonObject after, Schema schema) {
        Collector parts = new Collector();
        if (after != null) {
            after.forEach((name, value) -> parts.compare(
                    new PathElement.Name(name),
                    before == null ? null : before.get(name),
                    value,
                    Structure.child(schema, name)));
        }
        if (before != null) {
            before.forEach((name, value) -> {
                if (after == null || !after.has(name)) {
                    parts.compare(new PathElement.Name(name), value, null, Structure.child(schema, name));
                }
            });
        }
        return parts.collected();
    }

    private static Comparison elements(@Nullable JsonArray before, @Nullable JsonArray after, Schema schema) {
        Map<PathElement, JsonValue> old = before == null ? Map.of() : ListKeys.byElement(schema, before);
        Map<PathElement, JsonValue> now = after == null ? Map.of() : ListKeys.byElement(schema, after);
        Set<PathElement> all = new LinkedHashSet<>(now.keySet());
        all.addAll(old.keySet());
        Collector parts = new Collector();
        for (PathElement element : all) {
            parts.compare(element, old.get(element), now.get(element), schema.element());
        }
        return parts.collected();
    }

    /// Puts together what is found below one place. Most of the time something only comes, only changes or only goes.
    private static final class Collector {
        private FieldSet.@Nullable Builder added;
        private FieldSet.@Nullable Builder modified;
        private FieldSet.@Nullable Builder removed;

        /// At least one of the two is there.
        void compare(PathElement step, @Nullable JsonValue before, @Nullable JsonValue after, Schema schema) {
            if (before == null) {
                added = put(added, step, true, Arrival.of(Objects.requireNonNull(after), schema));
                return;
            }
            if (before.equals(after)) {
                return;
            }
            Comparison parts = inside(before, after, schema);
            boolean changed = parts == null && after != null;
            Comparison below = Objects.requireNonNullElse(parts, NONE);
            added = put(added, step, false, below.added);
            removed = put(removed, step, after == null, below.removed);
            modified = put(modified, step, changed, below.modified);
        }

        private static FieldSet.@Nullable Builder put(
                FieldSet.@Nullable Builder into, PathElement step, boolean member, FieldSet below) {
            if (!member && below.isEmpty()) {
                return into;
            }
            FieldSet.Builder builder = into == null ? new FieldSet.Builder() : into;
            builder.add(step, member, below);
            return builder;
        }

        Comparison collected() {
            return new Comparison(build(added), build(modified), build(removed));
        }

        private static FieldSet build(FieldSet.@Nullable Builder builder) {
            return builder == null ? FieldSet.EMPTY : builder.build();
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
