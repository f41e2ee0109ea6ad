package dev.setpoint.machinery.json;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.ConcurrentModificationException;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// An ordered, mutable JSON object. Readers that ask for a shape get nothing when the value has another.
///
/// Two arrays in order of insertion: nearly every object of the API has a handful of fields, for which the arrays take
/// a third of a hash map's memory, and a field is found in them without a search. An object of more than
/// [#SEARCHED] fields is a hash map in the same order, so that no input makes a search long.
public final class JsonObject implements JsonValue {
    static final int SEARCHED = 32;

    private static final int RANKED = 16;
    private static final int BITS_OF_PLACE = 4;
    private static final int FIRST_CAPACITY = 4;
    private static final int EMPTY_TEXT = "{}".length();
    private static final String[] NO_NAMES = {};
    private static final JsonValue[] NO_VALUES = {};

    /// The whole object as compact JSON; null unless it was made of that. Valid while nobody has opened it.
    private final byte @Nullable [] text;

    /// What the text says, once somebody has looked.
    private @Nullable JsonObject opened;

    private String[] names = NO_NAMES;
    private JsonValue[] values = NO_VALUES;
    private int size;

    /// A bit for each name that is here: most names that are not here are known by it at once.
    private long traces;

    /// The bits that more than one name has.
    private long shared;

    /// The places of the names by their bits, of the lowest bit first, four bits each; of the first [#RANKED] names.
    private long places;

    /// All fields, once there are many.
    private @Nullable ManyFields many;

    /// Many objects stay empty, above all in managed fields: room comes with the first field.
    public JsonObject() {
        this.text = null;
    }

    private JsonObject(byte @Nullable [] text) {
        this.text = text;
    }

    /// An object that is read when somebody first looks into it, and written as it stands if nobody ever does.
    ///
    /// @param json one object as compact JSON, as a writer made it; nobody changes it any more
    public static JsonObject written(byte[] json) {
        return new JsonObject(json);
    }

    /// An object of the fields that stand in the arrays from `from` on, no name twice.
    static JsonObject ofDistinct(String[] names, JsonValue[] values, int from, int size) {
        JsonObject object = new JsonObject();
        object.names = Arrays.copyOfRange(names, from, from + size);
        object.values = Arrays.copyOfRange(values, from, from + size);
        object.size = size;
        object.markAll();
        return object;
    }

    /// Its compact JSON if nobody has looked into it yet, else null. Not to be changed.
    public byte @Nullable [] unread() {
        return opened == null ? text : null;
    }

    /// The object that has the fields: this one, or what its text says.
    private JsonObject open() {
        return text == null ? this : read(text);
    }

    /// Trees that nobody changes are shared: two threads may both read, and both find the same.
    private JsonObject read(byte[] json) {
        JsonObject found = opened;
        if (found == null) {
            found = CompactReader.outline(json);
            VarHandle.releaseFence();
            opened = found;
        }
        return found;
    }

    public @Nullable JsonValue get(String field) {
        JsonObject here = open();
        if (here.many != null) {
            return here.many.get(field);
        }
        int place = here.placeOf(field);
        return place < 0 ? null : here.values[place];
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
        return get(field) instanceof JsonObject object ? object : null;
    }

    public @Nullable JsonArray array(String field) {
        return get(field) instanceof JsonArray array ? array : null;
    }

    public @Nullable String text(String field) {
        return get(field) instanceof JsonString string ? string.value() : null;
    }

    public String textOr(String field, String fallback) {
        return get(field) instanceof JsonString string ? string.value() : fallback;
    }

    public long integerOr(String field, long fallback) {
        return get(field) instanceof JsonInteger integer ? integer.value() : fallback;
    }

    public boolean booleanOr(String field, boolean fallback) {
        return get(field) instanceof JsonBoolean bool ? bool.value() : fallback;
    }

    /// The object at a field, made and put there when there is none. Replaces null; anything else is a mistake of ours.
    public JsonObject child(String field) {
        JsonValue value = get(field);
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
        replace(field, value);
        return this;
    }

    /// Adds a field that is known not to be there yet, without looking for it.
    public JsonObject append(String field, JsonValue value) {
        open().add(field, value);
        return this;
    }

    /// Like [#put], but says what was there before.
    public @Nullable JsonValue replace(String field, JsonValue value) {
        JsonObject here = open();
        if (here.many != null) {
            return here.many.put(field, value);
        }
        int place = here.placeOf(field);
        if (place < 0) {
            here.add(field, value);
            return null;
        }
        JsonValue previous = here.values[place];
        here.values[place] = value;
        return previous;
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
        if (!has(field)) {
            append(field, value);
        }
    }

    public @Nullable JsonValue remove(String field) {
        JsonObject here = open();
        if (here.many != null) {
            return here.many.remove(field);
        }
        int place = here.placeOf(field);
        return place < 0 ? null : here.removeAt(place);
    }

    public boolean has(String field) {
        JsonObject here = open();
        return here.many == null ? here.placeOf(field) >= 0 : here.many.containsKey(field);
    }

    public boolean isEmpty() {
        byte[] json = unread();
        return json == null ? size() == 0 : json.length == EMPTY_TEXT;
    }

    public int size() {
        JsonObject here = open();
        return here.many == null ? here.size : here.many.size();
    }

    /// The name of the field at a place from 0 to [#size], in order: for walks that may not cost more than they must.
    public String nameAt(int place) {
        JsonObject here = open();
        return here.many == null ? here.names[place] : here.many.at(place).getKey();
    }

    public JsonValue valueAt(int place) {
        JsonObject here = open();
        return here.many == null ? here.values[place] : here.many.at(place).getValue();
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
        JsonObject here = open();
        if (here.many != null) {
            here.many.change(change);
        } else {
            here.changeFew(change);
        }
    }

    private void changeFew(Change change) {
        int expected = size;
        int kept = 0;
        for (int i = 0; i < expected; i++) {
            JsonValue changed = change.of(names[i], values[i]);
            if (size != expected) {
                throw new ConcurrentModificationException();
            }
            if (changed != null) {
                names[kept] = names[i];
                values[kept++] = changed;
            }
        }
        if (kept < expected) {
            size = kept;
            markAll();
        }
    }

    public void forEach(BiConsumer<String, JsonValue> action) {
        JsonObject here = open();
        if (here.many != null) {
            here.many.forEach(action);
            return;
        }
        int expected = here.size;
        for (int i = 0; i < expected; i++) {
            action.accept(here.names[i], here.values[i]);
            if (here.size != expected) {
                throw new ConcurrentModificationException();
            }
        }
    }

    /// In order; removing from the set removes the fields.
    public Set<String> names() {
        return asMap().keySet();
    }

    /// In order. Setting an entry sets the field, and removing one removes it.
    public Set<Map.Entry<String, JsonValue>> entries() {
        return asMap().entrySet();
    }

    private Map<String, JsonValue> asMap() {
        JsonObject here = open();
        return here.many == null ? new FewFields(here) : here.many;
    }

    void writeTo(JsonWriter out) {
        byte[] json = unread();
        if (json != null) {
            out.raw(json);
            return;
        }
        out.put('{');
        int count = size();
        for (int i = 0; i < count; i++) {
            out.name(nameAt(i)).value(valueAt(i));
        }
        out.put('}');
    }

    @Override
    public JsonObject again() {
        byte[] json = unread();
        return json == null ? this : new JsonObject(json);
    }

    @Override
    public JsonObject copy() {
        byte[] json = unread();
        if (json != null) {
            return new JsonObject(json);
        }
        JsonObject here = open();
        JsonObject copy = new JsonObject();
        if (here.many != null) {
            copy.many = here.many.deepCopy();
        } else if (here.size > 0) {
            JsonValue[] copies = new JsonValue[here.size];
            for (int i = 0; i < copies.length; i++) {
                copies[i] = here.values[i].copy();
            }
            copy.names = Arrays.copyOf(here.names, copies.length);
            copy.values = copies;
            copy.size = copies.length;
            copy.traces = here.traces;
            copy.shared = here.shared;
            copy.places = here.places;
        }
        return copy;
    }

    /// The parser, schemas and literals give the same name as the same object.
    @SuppressWarnings("ReferenceEquality") // A first try, before names are compared.
    private int placeOf(String name) {
        int hash = name.hashCode();
        long trace = trace(hash);
        if ((traces & trace) == 0) {
            return -1;
        }
        if (size > RANKED || (shared & trace) != 0) {
            return search(name, hash);
        }
        int place = (int) (places >>> shift(trace)) & (RANKED - 1);
        String known = names[place];
        return known == name || known.equals(name) ? place : -1;
    }

    private int search(String name, int hash) {
        for (int i = 0; i < size; i++) {
            if (names[i].hashCode() == hash && names[i].equals(name)) {
                return i;
            }
        }
        return -1;
    }

    /// How far up in [#places] the place of the name with this bit stands.
    private int shift(long trace) {
        return Long.bitCount(traces & (trace - 1)) * BITS_OF_PLACE;
    }

    private void markAll() {
        traces = 0;
        shared = 0;
        places = 0;
        for (int i = 0; i < size; i++) {
            mark(names[i], i);
        }
    }

    private void mark(String name, int place) {
        long trace = trace(name.hashCode());
        if ((traces & trace) != 0) {
            shared |= trace;
            return;
        }
        traces |= trace;
        if (place < RANKED) {
            int shift = shift(trace);
            long below = (1L << shift) - 1;
            places = (places & below) | ((long) place << shift) | ((places & ~below) << BITS_OF_PLACE);
        }
    }

    static long trace(int hash) {
        return 1L << (hash ^ (hash >>> 6));
    }

    private void add(String name, JsonValue value) {
        if (size == SEARCHED && many == null) {
            many = new ManyFields(new FewFields(this));
        }
        if (many != null) {
            many.put(name, value);
            return;
        }
        if (size == names.length) {
            int capacity = Math.clamp(2L * size, FIRST_CAPACITY, SEARCHED);
            names = Arrays.copyOf(names, capacity);
            values = Arrays.copyOf(values, capacity);
        }
        names[size] = name;
        values[size] = value;
        mark(name, size++);
    }

    private JsonValue removeAt(int place) {
        JsonValue removed = values[place];
        size--;
        System.arraycopy(names, place + 1, names, place, size - place);
        System.arraycopy(values, place + 1, values, place, size - place);
        markAll();
        return removed;
    }

    /// Equal regardless of the order of fields, as JSON defines it; mostly two objects of one kind have the same.
    @Override
    public boolean equals(Object other) {
        return other instanceof JsonObject that && (isSameText(that) || hasSameFields(that));
    }

    private boolean isSameText(JsonObject other) {
        byte[] ours = unread();
        byte[] theirs = other.unread();
        return ours != null && theirs != null && Arrays.equals(ours, theirs);
    }

    private boolean hasSameFields(JsonObject that) {
        int count = size();
        if (count != that.size()) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            String name = nameAt(i);
            JsonValue theirs = that.nameAt(i).equals(name) ? that.valueAt(i) : that.get(name);
            if (!valueAt(i).equals(theirs)) {
                return false;
            }
        }
        return true;
    }

    /// The same whatever the order.
    @Override
    public int hashCode() {
        int hash = 0;
        int count = size();
        for (int i = 0; i < count; i++) {
            hash += nameAt(i).hashCode() ^ valueAt(i).hashCode();
        }
        return hash;
    }

    @Override
    public String toString() {
        return JsonWriter.text(this);
    }
}
