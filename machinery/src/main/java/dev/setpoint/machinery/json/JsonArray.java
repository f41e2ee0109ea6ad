package dev.setpoint.machinery.json;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;

/// An ordered, mutable JSON array.
public final class JsonArray implements JsonValue, Iterable<JsonValue> {
    private final List<JsonValue> elements;

    public JsonArray() {
        this.elements = new ArrayList<>();
    }

    private JsonArray(List<JsonValue> elements) {
        this.elements = elements;
    }

    public static JsonArray of(JsonValue... values) {
        return new JsonArray(new ArrayList<>(List.of(values)));
    }

    public static JsonArray ofTexts(Iterable<String> texts) {
        JsonArray array = new JsonArray();
        texts.forEach(text -> array.add(new JsonString(text)));
        return array;
    }

    public JsonValue get(int index) {
        return elements.get(index);
    }

    public JsonArray add(JsonValue value) {
        elements.add(value);
        return this;
    }

    public void insert(int index, JsonValue value) {
        elements.add(index, value);
    }

    public JsonValue set(int index, JsonValue value) {
        return elements.set(index, value);
    }

    public JsonValue remove(int index) {
        return elements.remove(index);
    }

    public void removeIf(Predicate<JsonValue> matches) {
        elements.removeIf(matches);
    }

    public boolean contains(JsonValue value) {
        return elements.contains(value);
    }

    public int size() {
        return elements.size();
    }

    public boolean isEmpty() {
        return elements.isEmpty();
    }

    /// The elements that are objects, in order.
    public List<JsonObject> objects() {
        List<JsonObject> objects = new ArrayList<>(elements.size());
        for (JsonValue element : elements) {
            if (element instanceof JsonObject object) {
                objects.add(object);
            }
        }
        return objects;
    }

    /// The elements that are strings, in order.
    public List<String> texts() {
        List<String> texts = new ArrayList<>(elements.size());
        for (JsonValue element : elements) {
            if (element instanceof JsonString string) {
                texts.add(string.value());
            }
        }
        return texts;
    }

    @Override
    public Iterator<JsonValue> iterator() {
        return elements.iterator();
    }

    @Override
    public JsonArray copy() {
        List<JsonValue> copies = new ArrayList<>(elements.size());
        elements.forEach(element -> copies.add(element.copy()));
        return new JsonArray(copies);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof JsonArray that && elements.equals(that.elements);
    }

    @Override
    public int hashCode() {
        return elements.hashCode();
    }

    @Override
    public String toString() {
        return JsonWriter.text(this);
    }
}
