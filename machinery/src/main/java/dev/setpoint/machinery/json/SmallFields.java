package dev.setpoint.machinery.json;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// The fields of an object of at most [#LIMIT] fields: two arrays in order of insertion, searched from the front.
///
/// Nearly every object of the API is this small, and there a search beats hashing while the arrays take a third of the
/// memory. The owner moves to a hash map before the limit is passed, so that no input makes the search long.
final class SmallFields extends AbstractMap<String, JsonValue> {
    static final int LIMIT = 32;

    private static final int FIRST_CAPACITY = 4;
    private static final String[] NO_NAMES = {};
    private static final JsonValue[] NO_VALUES = {};

    private String[] names;
    private JsonValue[] values;
    private int size;

    /// A bit for each name that ever was here: most names that are not here are known by it at once.
    private long traces;

    /// Many objects stay empty, above all in managed fields: room comes with the first field.
    SmallFields() {
        this.names = NO_NAMES;
        this.values = NO_VALUES;
    }

    private SmallFields(String[] names, JsonValue[] values) {
        this.names = names;
        this.values = values;
        this.size = names.length;
    }

    /// A map with copies of the same values.
    SmallFields deepCopy() {
        if (size == 0) {
            return new SmallFields();
        }
        JsonValue[] copies = new JsonValue[size];
        for (int i = 0; i < size; i++) {
            copies[i] = values[i].copy();
        }
        SmallFields copy = new SmallFields(Arrays.copyOf(names, size), copies);
        copy.traces = traces;
        return copy;
    }

    void writeFields(JsonWriter out) {
        for (int i = 0; i < size; i++) {
            out.name(names[i]).value(values[i]);
        }
    }

    void change(JsonObject.Change change) {
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
        size = kept;
    }

    boolean isFull() {
        return size == LIMIT;
    }

    @Override
    public @Nullable JsonValue get(@Nullable Object name) {
        int index = indexOf(name);
        return index < 0 ? null : values[index];
    }

    @Override
    public boolean containsKey(@Nullable Object name) {
        return indexOf(name) >= 0;
    }

    @Override
    public @Nullable JsonValue put(String name, JsonValue value) {
        int index = indexOf(name);
        if (index >= 0) {
            JsonValue previous = values[index];
            values[index] = value;
            return previous;
        }
        append(name, value);
        return null;
    }

    void append(String name, JsonValue value) {
        if (size == names.length) {
            int capacity = Math.clamp(2L * size, FIRST_CAPACITY, LIMIT);
            names = Arrays.copyOf(names, capacity);
            values = Arrays.copyOf(values, capacity);
        }
        names[size] = name;
        values[size++] = value;
        traces |= trace(name);
    }

    @Override
    public @Nullable JsonValue remove(@Nullable Object name) {
        int index = indexOf(name);
        return index < 0 ? null : removeAt(index);
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public void forEach(BiConsumer<? super String, ? super JsonValue> action) {
        int expected = size;
        for (int i = 0; i < expected; i++) {
            action.accept(names[i], values[i]);
            if (size != expected) {
                throw new ConcurrentModificationException();
            }
        }
    }

    @Override
    public Set<Map.Entry<String, JsonValue>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public Iterator<Map.Entry<String, JsonValue>> iterator() {
                return new Entries();
            }

            @Override
            public int size() {
                return size;
            }
        };
    }

    /// The parser, schemas and literals give the same name as the same object.
    @SuppressWarnings("ReferenceEquality") // A first try, before names are compared.
    private int indexOf(@Nullable Object name) {
        if (name == null || (traces & trace(name)) == 0) {
            return -1;
        }
        for (int i = 0; i < size; i++) {
            if (names[i] == name) {
                return i;
            }
        }
        for (int i = 0; i < size; i++) {
            if (names[i].equals(name)) {
                return i;
            }
        }
        return -1;
    }

    private static long trace(Object name) {
        int hash = name.hashCode();
        return 1L << (hash ^ (hash >>> 6));
    }

    /// Two objects of one kind mostly have their fields in the same order.
    @Override
    public boolean equals(Object other) {
        if (!(other instanceof SmallFields that)) {
            return super.equals(other);
        }
        if (size != that.size) {
            return false;
        }
        for (int i = 0; i < size; i++) {
            JsonValue theirs = that.names[i].equals(names[i]) ? that.values[i] : that.get(names[i]);
            if (!values[i].equals(theirs)) {
                return false;
            }
        }
        return true;
    }

    /// As every map's, whatever the order.
    @Override
    public int hashCode() {
        return super.hashCode();
    }

    private JsonValue removeAt(int index) {
        JsonValue removed = values[index];
        size--;
        System.arraycopy(names, index + 1, names, index, size - index);
        System.arraycopy(values, index + 1, values, index, size - index);
        return removed;
    }

    private final class Entries implements Iterator<Map.Entry<String, JsonValue>> {
        private int next;
        private int expected = size;

        @Override
        public boolean hasNext() {
            return next < expected;
        }

        @Override
        public Map.Entry<String, JsonValue> next() {
            if (size != expected) {
                throw new ConcurrentModificationException();
            }
            if (next == size) {
                throw new NoSuchElementException();
            }
            return new Entry(next++);
        }

        @Override
        public void remove() {
            removeAt(--next);
            expected = size;
        }
    }

    /// Reads as it was when met; setting it writes through.
    private final class Entry extends SimpleEntry<String, JsonValue> {
        private static final long serialVersionUID = 1L;

        private final int index;

        Entry(int index) {
            super(names[index], values[index]);
            this.index = index;
        }

        @Override
        public JsonValue setValue(JsonValue value) {
            if (index < size && names[index].equals(getKey())) {
                values[index] = value;
            } else {
                SmallFields.this.put(getKey(), value); // Others were removed since.
            }
            return super.setValue(value);
        }
    }
}
