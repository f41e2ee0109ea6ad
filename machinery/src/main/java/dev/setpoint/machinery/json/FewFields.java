package dev.setpoint.machinery.json;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;

/// The fields of an object as a map, for those who want a set of names or entries. Changes go through to the object.
final class FewFields extends AbstractMap<String, JsonValue> {
    private final JsonObject object;

    FewFields(JsonObject object) {
        this.object = object;
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
                return object.size();
            }
        };
    }

    private final class Entries implements Iterator<Map.Entry<String, JsonValue>> {
        private int next;
        private int expected = object.size();

        @Override
        public boolean hasNext() {
            return next < expected;
        }

        @Override
        public Map.Entry<String, JsonValue> next() {
            if (object.size() != expected) {
                throw new ConcurrentModificationException();
            }
            if (next == expected) {
                throw new NoSuchElementException();
            }
            return new Entry(object.nameAt(next), object.valueAt(next++));
        }

        @Override
        public void remove() {
            object.remove(object.nameAt(--next));
            expected = object.size();
        }
    }

    /// Reads as it was when met; setting it writes through.
    private final class Entry extends SimpleEntry<String, JsonValue> {
        private static final long serialVersionUID = 1L;

        Entry(String name, JsonValue value) {
            super(name, value);
        }

        @Override
        public JsonValue setValue(JsonValue value) {
            object.put(getKey(), value);
            return super.setValue(value);
        }
    }
}
