package dev.setpoint.resources.strategy;

import org.jspecify.annotations.Nullable;

/// Where a value stands in an object, as field errors write it: `spec.containers[0].image`, `data[key]`.
///
/// A path is a chain of steps and becomes text only when there is an error to tell, which is rare.
public final class FieldPath {
    private static final int FIELD = -1;
    private static final int KEY = -2;

    private final @Nullable FieldPath parent;
    private final String name;
    private final int index;

    private FieldPath(@Nullable FieldPath parent, String name, int index) {
        this.parent = parent;
        this.name = name;
        this.index = index;
    }

    /// The object itself, which has no name.
    public static final FieldPath WHOLE = of("[]");

    public static FieldPath of(String field) {
        return new FieldPath(null, field, FIELD);
    }

    public FieldPath child(String field) {
        return new FieldPath(this, field, FIELD);
    }

    public FieldPath index(int position) {
        return new FieldPath(this, "", position);
    }

    /// An entry of a map: `data[key]`.
    public FieldPath key(String key) {
        return new FieldPath(this, key, KEY);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        append(text);
        return text.toString();
    }

    private void append(StringBuilder text) {
        if (parent != null) {
            parent.append(text);
        }
        switch (index) {
            case FIELD -> {
                if (parent != null) {
                    text.append('.');
                }
                text.append(name);
            }
            case KEY -> text.append('[').append(name).append(']');
            default -> text.append('[').append(index).append(']');
        }
    }
}
