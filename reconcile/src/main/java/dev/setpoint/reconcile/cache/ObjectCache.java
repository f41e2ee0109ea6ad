package dev.setpoint.reconcile.cache;

import dev.setpoint.base.value.Stored;
import dev.setpoint.client.ObjectKey;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/// Objects of one kind in key order, with indexes over their headers. Holds references only.
///
/// One task writes; readers take no lock and may meet an object that has moved in one index and not yet in
/// another, which is one more way of being a moment late.
public final class ObjectCache {
    private final NavigableMap<ObjectKey, Stored> objects = new ConcurrentSkipListMap<>();
    /// By name; replaced, never changed, when an index is added.
    private volatile Map<String, Buckets> indexes = Map.of();

    private volatile long revision;

    private record Buckets(Index index, Map<String, NavigableMap<ObjectKey, Stored>> byValue) {}

    ObjectCache() {}

    public Optional<Stored> find(ObjectKey key) {
        return Optional.ofNullable(objects.get(key));
    }

    /// A view that follows the cache.
    public Collection<Stored> all() {
        return objects.values();
    }

    /// A view that follows the cache; everything when the namespace is empty.
    public Collection<Stored> inNamespace(String namespace) {
        if (namespace.isEmpty()) {
            return objects.values();
        }
        return objects.subMap(new ObjectKey(namespace, ""), new ObjectKey(namespace + '\0', ""))
                .values();
    }

    public List<Stored> indexed(Index index, String value) {
        Buckets buckets = indexes.get(index.name());
        if (buckets == null) {
            throw new IllegalArgumentException("index: " + index + " (expected: one of " + indexes.keySet() + ")");
        }
        NavigableMap<ObjectKey, Stored> bucket = buckets.byValue.get(value);
        return bucket == null ? List.of() : List.copyOf(bucket.values());
    }

    public int size() {
        return objects.size();
    }

    /// Everything up to this revision is in here.
    public long revision() {
        return revision;
    }

    /// Says that everything up to this revision is in here. Comes after the writes that make it true.
    void reached(long newRevision) {
        revision = newRevision;
    }

    synchronized void index(Index index) {
        if (indexes.containsKey(index.name())) {
            return;
        }
        Buckets added = new Buckets(index, new ConcurrentHashMap<>());
        for (Stored object : objects.values()) {
            move(added, ObjectKey.of(object.key()), null, object);
        }
        Map<String, Buckets> all = new LinkedHashMap<>(indexes);
        all.put(index.name(), added);
        indexes = all;
    }

    Iterable<Index> indexList() {
        return indexes.values().stream().map(Buckets::index).toList();
    }

    /// What lay there before.
    synchronized @Nullable Stored put(Stored object) {
        ObjectKey key = ObjectKey.of(object.key());
        Stored before = objects.put(key, object);
        for (Buckets buckets : indexes.values()) {
            move(buckets, key, before, object);
        }
        return before;
    }

    /// What lay there before.
    synchronized @Nullable Stored remove(ObjectKey key) {
        Stored before = objects.remove(key);
        if (before != null) {
            for (Buckets buckets : indexes.values()) {
                move(buckets, key, before, null);
            }
        }
        return before;
    }

    private static void move(Buckets buckets, ObjectKey key, @Nullable Stored before, @Nullable Stored after) {
        Collection<String> left =
                before == null ? List.of() : buckets.index.values().apply(before);
        Collection<String> entered =
                after == null ? List.of() : buckets.index.values().apply(after);
        if (after != null) {
            for (String value : entered) {
                buckets.byValue
                        .computeIfAbsent(value, _ -> new ConcurrentSkipListMap<>())
                        .put(key, after);
            }
        }
        for (String value : left) {
            if (!entered.contains(value)) {
                NavigableMap<ObjectKey, Stored> bucket = buckets.byValue.get(value);
                if (bucket != null) {
                    bucket.remove(key);
                    if (bucket.isEmpty()) {
                        buckets.byValue.remove(value);
                    }
                }
            }
        }
    }
}
