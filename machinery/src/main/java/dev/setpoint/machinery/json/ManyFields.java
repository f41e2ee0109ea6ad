package dev.setpoint.machinery.json;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The fields of an object that has too many to search: a hash map in order of insertion.
final class ManyFields extends LinkedHashMap<String, JsonValue> {
    private static final long serialVersionUID = 1L;

    /// The entries by place, for walks, made by the first; the map's own, so that their values are those of now.
    /// Threads that only read may make it at once, and make the same.
    private transient @Nullable List<Map.Entry<String, JsonValue>> places;

    ManyFields(Map<String, JsonValue> fields) {
        super(fields);
    }

    @Override
    public @Nullable JsonValue put(String name, JsonValue value) {
        places = null;
        return super.put(name, value);
    }

    /// What was removed through a view shows in the size; what comes comes through [#put].
    Map.Entry<String, JsonValue> at(int place) {
        List<Map.Entry<String, JsonValue>> known = places;
        if (known == null || known.size() != size()) {
            known = List.copyOf(entrySet());
            places = known;
        }
        return known.get(place);
    }

    void change(JsonObject.Change change) {
        Iterator<Map.Entry<String, JsonValue>> entries = entrySet().iterator();
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

    ManyFields deepCopy() {
        ManyFields copy = new ManyFields(Map.of());
        forEach((name, value) -> copy.put(name, value.copy()));
        return copy;
    }
}
