package dev.setpoint.machinery.json;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// An ordered, mutable JSON object. Readers that ask for a shape get nothing when the value has another.
public final class JsonObject implements JsonValue {
    /// Small while it can be; a hash map in the same order from then on. Null while nobody has read the text.
    private @Nullable Map<String, JsonValue> fields;

    /// The whole object as compact JSON, valid while there are no fields.
    private byte @Nullable [] text;

    public JsonObject() {
        this.fields = new SmallFields();
    }

    private JsonObject(Map<String, JsonValue> fields) {
        this.fields = fields;
    }

    private JsonObject(byte[] text) {
        this.text = text;
    }

    /// An object that is read when somebody first looks into it, and written as it stands if nobody ever does.
    ///
    /// @param json one object as compact JSON, as a writer made it; nobody changes it any more
    public static JsonObject written(byte[] json) {
        return new JsonObject(json);
    }

    /// Its compact JSON if nobody has looked into it yet, else null. Not to be changed.
    public byte @Nullable [] unread() {
        return fields == null ? text : null;
    }

    private Map<String, JsonValue> fields() {
        Map<String, JsonValue> known = fields;
        return known == null ? read() : known;
    }

    /// Trees that nobody changes are shared: two threads may both read, and both find the same.
    private Map<String, JsonValue> read() {
        Map<String, JsonValue> found =
                CompactReader.object(Objects.requireNonNull(text)).fields();
        VarHandle.releaseFence();
        fields = found;
        return found;
    }

    public @Nullable JsonValue get(String field) {
        return fields().get(field);
    }

    /// The value at the end of a path of objects, or null as soon as a step is missing.
    public @Nullable JsonValue at(String... path) {
        JsonValue value = this;
        for (String step : path) {
            if (!(value instanceof JsonObject object)) {
                return null;
            }
            value = object.get(step);
        }
        return value;
    }

    public @Nullable JsonObject object(String field) {
        return fields().get(field) instanceof JsonObject object ? object : null;
    }

    public @Nullable JsonArray array(String field) {
        return fields().get(field) instanceof JsonArray array ? array : null;
    }

    public @Nullable String text(String field) {
        return fields().get(field) instanceof JsonString string ? string.value() : null;
    }

    public String textOr(String field, String fallback) {
        return fields().get(field) instanceof JsonString string ? string.value() : fallback;
    }

    public long integerOr(String field, long fallback) {
        return fields().get(field) instanceof JsonInteger integer ? integer.value() : fallback;
    }

    public boolean booleanOr(String field, boolean fallback) {
        return fields().get(field) instanceof JsonBoolean bool ? bool.value() : fallback;
    }

    /// The object at a field, made and put there when there is none. Replaces null; anything else is a mistake of ours.
    public JsonObject child(String field) {
        JsonValue value = fields().get(field);
        if (value instanceof JsonObject object) {
            return object;
        }
        if (value != null && value != JsonNull.NULL) {
            throw new IllegalStateException(field + ": " + value + " (expected: an object)");
        }
        JsonObject created = new JsonObject();
        put(field, created);
        return created;
    }

    public JsonObject put(String field, JsonValue value) {
        roomFor(field).put(field, value);
        return this;
    }

    /// Adds a field that is known not to be there yet, without looking for it.
    public JsonObject append(String field, JsonValue value) {
        if (fields() instanceof SmallFields small && !small.isFull()) {
            small.append(field, value);
            return this;
        }
        return put(field, value);
    }

    /// Like [#put], but says what was there before.
    public @Nullable JsonValue replace(String field, JsonValue value) {
        return roomFor(field).put(field, value);
    }

    public JsonObject put(String field, String value) {
        return put(field, new JsonString(value));
    }

    public JsonObject put(String field, long value) {
        return put(field, new JsonInteger(value));
    }

    public JsonObject put(String field, boolean value) {
        return put(field, JsonBoolean.of(value));
    }

    /// Puts the value only where the field is absent: the shape of every default.
    public void putIfAbsent(String field, JsonValue value) {
        if (!fields().containsKey(field)) {
            put(field, value);
        }
    }

    public @Nullable JsonValue remove(String field) {
        return fields().remove(field);
    }

    public boolean has(String field) {
        return fields().containsKey(field);
    }

    public boolean isEmpty() {
        return fields().isEmpty();
    }

    public int size() {
        return fields().size();
    }

    /// What becomes of one field.
    @FunctionalInterface
    public interface Change {
        /// The field's new value, or null to remove it.
        @Nullable
        JsonValue of(String name, JsonValue value);
    }

    /// Changes every field in place, in order. The change may not touch this object's fields otherwise.
    public void change(Change change) {
        if (fields() instanceof SmallFields small) {
            small.change(change);
            return;
        }
        Iterator<Map.Entry<String, JsonValue>> entries = fields().entrySet().iterator();
        while (entries.hasNext()) {
            Map.Entry<String, JsonValue> entry = entries.next();
            JsonValue changed = change.of(entry.getKey(), entry.getValue());
            if (changed == null) {
                entries.remove();
            } else {
                entry.setValue(changed);
            }
        }
    }

    /// In order; removing from the set removes the fields.
    public Set<String> names() {
        return fields().keySet();
    }

    public Set<Map.Entry<String, JsonValue>> entries() {
        return fields().entrySet();
    }

    public void forEach(BiConsumer<String, JsonValue> action) {
        fields().forEach(action);
    }

    void writeTo(JsonWriter out) {
        byte[] json = unread();
        if (json != null) {
            out.raw(json);
            return;
        }
        out.raw("{");
        if (fields() instanceof SmallFields small) {
            small.writeFields(out);
        } else {
            fields().forEach((name, value) -> out.name(name).value(value));
        }
        out.raw("}");
    }

    @Override
    public JsonObject copy() {
        byte[] json = unread();
        if (json != null) {
            return new JsonObject(json);
        }
        if (fields() instanceof SmallFields small) {
            return new JsonObject(small.deepCopy());
        }
        Map<String, JsonValue> copies = LinkedHashMap.newLinkedHashMap(fields().size());
        fields().forEach((name, value) -> copies.put(name, value.copy()));
        return new JsonObject(copies);
    }

    private Map<String, JsonValue> roomFor(String field) {
        if (fields() instanceof SmallFields small && small.isFull() && !small.containsKey(field)) {
            Map<String, JsonValue> larger = LinkedHashMap.newLinkedHashMap(2 * SmallFields.LIMIT);
            larger.putAll(small);
            fields = larger;
        }
        return fields();
    }

    /// Equal regardless of the order of fields, as JSON defines it.
    @Override
    public boolean equals(Object other) {
        return other instanceof JsonObject that && (isSameText(that) || fields().equals(that.fields()));
    }

    private boolean isSameText(JsonObject other) {
        byte[] ours = unread();
        byte[] theirs = other.unread();
        return ours != null && theirs != null && Arrays.equals(ours, theirs);
    }

    @Override
    public int hashCode() {
        return fields().hashCode();
    }

    @Override
    public String toString() {
        return JsonWriter.text(this);
    }
}
