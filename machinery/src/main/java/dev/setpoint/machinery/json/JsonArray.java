package dev.setpoint.machinery.json;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.function.Predicate;

/// An ordered, mutable JSON array.
public final class JsonArray implements JsonValue, Iterable<JsonValue> {
    private static final int FIRST_CAPACITY = 4;
    private static final JsonValue[] NONE = {};

    private JsonValue[] elements;
    private int size;

    public JsonArray() {
        this.elements = NONE;
    }

    /// @param elements the array's own from now on
    private JsonArray(JsonValue[] elements) {
        this.elements = elements;
        this.size = elements.length;
    }

    public static JsonArray of(JsonValue... values) {
        return new JsonArray(values.clone());
    }

    public static JsonArray ofTexts(Iterable<String> texts) {
        JsonArray array = new JsonArray();
        texts.forEach(text -> array.add(new JsonString(text)));
        return array;
    }

    public JsonValue get(int index) {
        return elements[Objects.checkIndex(index, size)];
    }

    public JsonArray add(JsonValue value) {
        reserve();
        elements[size++] = value;
        return this;
    }

    public void insert(int index, JsonValue value) {
        Objects.checkIndex(index, size + 1);
        reserve();
        System.arraycopy(elements, index, elements, index + 1, size - index);
        elements[index] = value;
        size++;
    }

    private void reserve() {
        if (size == elements.length) {
            elements = Arrays.copyOf(elements, Math.max(FIRST_CAPACITY, size + (size >> 1)));
        }
    }

    public JsonValue set(int index, JsonValue value) {
        JsonValue previous = get(index);
        elements[index] = value;
        return previous;
    }

    public JsonValue remove(int index) {
        JsonValue removed = get(index);
        size--;
        System.arraycopy(elements, index + 1, elements, index, size - index);
        return removed;
    }

    public void removeIf(Predicate<JsonValue> matches) {
        int kept = 0;
        for (int i = 0; i < size; i++) {
            JsonValue element = elements[i];
            if (!matches.test(element)) {
                elements[kept++] = element;
            }
        }
        size = kept;
    }

    public boolean contains(JsonValue value) {
        for (int i = 0; i < size; i++) {
            if (elements[i].equals(value)) {
                return true;
            }
        }
        return false;
    }

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    /// The elements that are objects, in order.
    public List<JsonObject> objects() {
        List<JsonObject> objects = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            if (elements[i] instanceof JsonObject object) {
                objects.add(object);
            }
        }
        return objects;
    }

    /// The elements that are strings, in order.
    public List<String> texts() {
        List<String> texts = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            if (elements[i] instanceof JsonString string) {
                texts.add(string.value());
            }
        }
        return texts;
    }

    /// Removing through the iterator removes the elements.
    @Override
    public Iterator<JsonValue> iterator() {
        return new Elements();
    }

    @Override
    public JsonArray copy() {
        JsonValue[] copies = new JsonValue[size];
        for (int i = 0; i < size; i++) {
            copies[i] = elements[i].copy();
        }
        return new JsonArray(copies);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof JsonArray that && Arrays.equals(elements, 0, size, that.elements, 0, that.size);
    }

    @Override
    public int hashCode() {
        int hash = 1;
        for (int i = 0; i < size; i++) {
            hash = 31 * hash + elements[i].hashCode();
        }
        return hash;
    }

    @Override
    public String toString() {
        return JsonWriter.text(this);
    }

    private final class Elements implements Iterator<JsonValue> {
        private int next;
        private int expected = size;

        @Override
        public boolean hasNext() {
            return next < expected;
        }

        @Override
        public JsonValue next() {
            if (size != expected) {
                throw new ConcurrentModificationException();
            }
            if (next == expected) {
                throw new NoSuchElementException();
            }
            return elements[next++];
        }

        @Override
        public void remove() {
            JsonArray.this.remove(--next);
            expected = size;
        }
    }
}
