package dev.setpoint.machinery.json;

import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// An ordered, mutable JSON array.
public final class JsonArray implements JsonValue, Iterable<JsonValue> {
    private static final int FIRST_CAPACITY = 4;
    private static final int EMPTY_TEXT = "[]".length();
    private static final JsonValue[] NONE = {};

    /// The whole array as compact JSON; null unless it was made of that. Valid while nobody has opened it.
    private final byte @Nullable [] text;

    /// What the text says, once somebody has looked.
    private @Nullable JsonArray opened;

    private JsonValue[] elements;
    private int size;

    public JsonArray() {
        this(NONE);
    }

    /// @param elements the array's own from now on
    private JsonArray(JsonValue[] elements) {
        this.text = null;
        this.elements = elements;
        this.size = elements.length;
    }

    private JsonArray(byte[] text) {
        this.text = text;
        this.elements = NONE;
    }

    public static JsonArray of(JsonValue... values) {
        return new JsonArray(values.clone());
    }

    public static JsonArray ofTexts(Iterable<String> texts) {
        JsonArray array = new JsonArray();
        texts.forEach(text -> array.add(new JsonString(text)));
        return array;
    }

    /// As [JsonObject#written].
    static JsonArray written(byte[] json) {
        return new JsonArray(json);
    }

    /// Its compact JSON if nobody has looked into it yet, else null. Not to be changed.
    public byte @Nullable [] unread() {
        return opened == null ? text : null;
    }

    /// The array that has the elements: this one, or what its text says.
    private JsonArray open() {
        return text == null ? this : read(text);
    }

    private JsonArray read(byte[] json) {
        JsonArray found = opened;
        if (found == null) {
            found = CompactReader.part(json);
            VarHandle.releaseFence(); // As in an object.
            opened = found;
        }
        return found;
    }

    public JsonValue get(int index) {
        JsonArray here = open();
        return here.elements[Objects.checkIndex(index, here.size)];
    }

    public JsonArray add(JsonValue value) {
        JsonArray here = open();
        here.reserve();
        here.elements[here.size++] = value;
        return this;
    }

    public void insert(int index, JsonValue value) {
        JsonArray here = open();
        Objects.checkIndex(index, here.size + 1);
        here.reserve();
        System.arraycopy(here.elements, index, here.elements, index + 1, here.size - index);
        here.elements[index] = value;
        here.size++;
    }

    private void reserve() {
        if (size == elements.length) {
            elements = Arrays.copyOf(elements, Math.max(FIRST_CAPACITY, size + (size >> 1)));
        }
    }

    public JsonValue set(int index, JsonValue value) {
        JsonValue previous = get(index);
        open().elements[index] = value;
        return previous;
    }

    public JsonValue remove(int index) {
        JsonValue removed = get(index);
        JsonArray here = open();
        here.size--;
        System.arraycopy(here.elements, index + 1, here.elements, index, here.size - index);
        return removed;
    }

    public void removeIf(Predicate<JsonValue> matches) {
        JsonArray here = open();
        int kept = 0;
        for (int i = 0; i < here.size; i++) {
            JsonValue element = here.elements[i];
            if (!matches.test(element)) {
                here.elements[kept++] = element;
            }
        }
        here.size = kept;
    }

    public boolean contains(JsonValue value) {
        for (int i = 0; i < size(); i++) {
            if (get(i).equals(value)) {
                return true;
            }
        }
        return false;
    }

    public int size() {
        return open().size;
    }

    public boolean isEmpty() {
        byte[] json = unread();
        return json == null ? size() == 0 : json.length == EMPTY_TEXT;
    }

    /// The elements that are objects, in order.
    public List<JsonObject> objects() {
        JsonArray here = open();
        List<JsonObject> objects = new ArrayList<>(here.size);
        for (int i = 0; i < here.size; i++) {
            if (here.elements[i] instanceof JsonObject object) {
                objects.add(object);
            }
        }
        return objects;
    }

    /// The elements that are strings, in order.
    public List<String> texts() {
        JsonArray here = open();
        List<String> texts = new ArrayList<>(here.size);
        for (int i = 0; i < here.size; i++) {
            if (here.elements[i] instanceof JsonString string) {
                texts.add(string.value());
            }
        }
        return texts;
    }

    /// Removing through the iterator removes the elements.
    @Override
    public Iterator<JsonValue> iterator() {
        return new Elements(open());
    }

    void writeTo(JsonWriter out) {
        byte[] json = unread();
        if (json != null) {
            out.raw(json);
            return;
        }
        JsonArray here = open();
        out.put('[');
        for (int i = 0; i < here.size; i++) {
            if (i > 0) {
                out.put(',');
            }
            out.value(here.elements[i]);
        }
        out.put(']');
    }

    @Override
    public JsonArray again() {
        byte[] json = unread();
        return json == null ? this : new JsonArray(json);
    }

    @Override
    public JsonArray copy() {
        byte[] json = unread();
        if (json != null) {
            return new JsonArray(json);
        }
        JsonArray here = open();
        JsonValue[] copies = new JsonValue[here.size];
        for (int i = 0; i < copies.length; i++) {
            copies[i] = here.elements[i].copy();
        }
        return new JsonArray(copies);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof JsonArray that && (isSameText(that) || hasSameElements(open(), that.open()));
    }

    private boolean isSameText(JsonArray other) {
        byte[] ours = unread();
        byte[] theirs = other.unread();
        return ours != null && theirs != null && Arrays.equals(ours, theirs);
    }

    private static boolean hasSameElements(JsonArray left, JsonArray right) {
        return Arrays.equals(left.elements, 0, left.size, right.elements, 0, right.size);
    }

    @Override
    public int hashCode() {
        JsonArray here = open();
        int hash = 1;
        for (int i = 0; i < here.size; i++) {
            hash = 31 * hash + here.elements[i].hashCode();
        }
        return hash;
    }

    @Override
    public String toString() {
        return JsonWriter.text(this);
    }

    private static final class Elements implements Iterator<JsonValue> {
        private final JsonArray array;
        private int next;
        private int expected;

        Elements(JsonArray array) {
            this.array = array;
            this.expected = array.size;
        }

        @Override
        public boolean hasNext() {
            return next < expected;
        }

        @Override
        public JsonValue next() {
            if (array.size != expected) {
                throw new ConcurrentModificationException();
            }
            if (next == expected) {
                throw new NoSuchElementException();
            }
            return array.elements[next++];
        }

        @Override
        public void remove() {
            array.remove(--next);
            expected = array.size;
        }
    }
}
