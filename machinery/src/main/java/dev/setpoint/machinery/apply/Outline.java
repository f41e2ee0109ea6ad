package dev.setpoint.machinery.apply;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.schema.Schema;
import dev.setpoint.machinery.schema.Topology;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// All that decides which places an object has, and nothing else: its names in their order, what tells the elements of
/// its lists apart, and which values are empty.
///
///     {"labels":{"app":"web"},"finalizers":["a","b"],"replicas":0}
///     labels { app * } finalizers [ "a" * "b" * ] replicas 0
///
/// Two objects with equal outlines under one schema have the same places, so whoever has found them once need not
/// again: a thousand pods of one ReplicaSet have one outline.
final class Outline {
    /// Longer ones are not worth keeping.
    private static final int LONGEST = 2048;

    /// Nor are those whose names are: they are kept as somebody sent them, before anybody has looked whether a name may
    /// be that long.
    private static final int LONGEST_TEXT = 16 * 1024;

    private enum Mark {
        OBJECT,
        LIST,
        END,
        EMPTY_OBJECT,
        EMPTY_LIST,
        FULL,
        ABSENT
    }

    private final Schema schema;
    private Object[] marks = new Object[512];
    private int size;
    private int textLength;
    private int hash;

    private Outline(Schema schema) {
        this.schema = schema;
    }

    /// Null when it is too long, or when elements of a list are told apart by more than plain values.
    static @Nullable Outline of(JsonObject object, Schema schema) {
        Outline outline = new Outline(schema);
        return outline.value(object, schema) ? outline : null;
    }

    /// Whether the value has an outline.
    private boolean value(JsonValue value, Schema schema) {
        JsonObject object = Structure.fields(value, schema);
        if (object != null) {
            return fields(object, schema);
        }
        JsonArray array = Structure.elements(value, schema);
        return array == null ? add(piece(value)) : elements(array, schema);
    }

    private boolean fields(JsonObject object, Schema schema) {
        add(Mark.OBJECT);
        int count = object.size();
        for (int i = 0; i < count; i++) {
            String name = object.nameAt(i);
            JsonValue value = object.valueAt(i);
            boolean divisible = value instanceof JsonObject || value instanceof JsonArray;
            boolean outlined =
                    text(name, name) && (divisible ? value(value, Structure.child(schema, name)) : add(piece(value)));
            if (!outlined) {
                return false;
            }
        }
        return add(Mark.END);
    }

    private boolean elements(JsonArray array, Schema schema) {
        add(Mark.LIST);
        for (int i = 0; i < array.size(); i++) {
            JsonValue element = array.get(i);
            if (!identity(element, schema) || !value(element, schema.element())) {
                return false;
            }
        }
        return add(Mark.END);
    }

    /// What tells the element from the others.
    private boolean identity(JsonValue element, Schema list) {
        if (list.merge().topology() == Topology.SET || !(element instanceof JsonObject object)) {
            return plain(element);
        }
        for (String key : list.merge().keys()) {
            JsonValue part = object.get(key);
            if (!(part == null ? add(Mark.ABSENT) : plain(part))) {
                return false;
            }
        }
        return true;
    }

    private boolean plain(JsonValue value) {
        return switch (value) {
            case JsonObject _, JsonArray _ -> false;
            case JsonValue.JsonString(String text) -> text(value, text);
            default -> add(value);
        };
    }

    private boolean text(Object mark, String text) {
        textLength += text.length();
        return textLength <= LONGEST_TEXT && add(mark);
    }

    private boolean add(Object mark) {
        if (size == marks.length) {
            if (size >= LONGEST) {
                return false;
            }
            marks = Arrays.copyOf(marks, 2 * size);
        }
        marks[size++] = mark;
        hash = 31 * hash + mark.hashCode();
        return true;
    }

    /// What stands for a value that is one piece. Of what is not empty it does not matter what it is.
    private static Object piece(JsonValue value) {
        return switch (value) {
            case JsonObject object -> object.isEmpty() ? Mark.EMPTY_OBJECT : Mark.FULL;
            case JsonArray array -> array.isEmpty() ? Mark.EMPTY_LIST : Mark.FULL;
            case JsonValue.JsonString(String text) -> text.isEmpty() ? value : Mark.FULL;
            case JsonValue.JsonInteger(long number) -> number == 0 ? value : Mark.FULL;
            case JsonValue.JsonDecimal(double number) -> number == 0 ? value : Mark.FULL;
            case JsonValue.JsonBoolean bool -> bool.value() ? Mark.FULL : value;
            case JsonValue.JsonNull _ -> value;
        };
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // A kind has one schema.
    public boolean equals(Object other) {
        return other instanceof Outline that
                && schema == that.schema
                && Arrays.equals(marks, 0, size, that.marks, 0, that.size);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
