package dev.setpoint.reconcile.cache;

import dev.setpoint.base.value.Stored;
import dev.setpoint.client.ObjectKey;
import java.util.AbstractCollection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/// Objects of one kind in key order, with indexes over their headers. Holds references only.
///
/// One task writes; readers take no lock and may meet an object that has moved in one index and not yet in
/// another, which is one more way of being a moment late.
public final class ObjectCache {
    /// The place of one object, shared by all orders and indexes: a change that moves it in none of them, as
    /// nearly all do, is one look-up and one write.
    private static final class Cell {
        volatile Stored object;

        Cell(Stored object) {
            this.object = object;
        }
    }

    private record Buckets(Index index, Map<String, NavigableMap<ObjectKey, Cell>> byValue) {}

    private final Map<ObjectKey, Cell> cells = new ConcurrentHashMap<>();
    private final NavigableMap<ObjectKey, Cell> ordered = new ConcurrentSkipListMap<>();
    /// By name; replaced, never changed, when an index is added.
    private volatile Map<String, Buckets> indexes = Map.of();

    private volatile long revision;

    ObjectCache() {}

    public Optional<Stored> find(ObjectKey key) {
        Cell cell = cells.get(key);
        return cell == null ? Optional.empty() : Optional.of(cell.object);
    }

    /// A view that follows the cache.
    public Collection<Stored> all() {
        return new View(ordered.values());
    }

    /// A view that follows the cache; everything when the namespace is empty.
    public Collection<Stored> inNamespace(String namespace) {
        if (namespace.isEmpty()) {
            return all();
        }
        ObjectKey from = new ObjectKey(namespace, "");
        ObjectKey to = new ObjectKey(namespace + '\0', "");
        return new View(ordered.subMap(from, to).values());
    }

    public List<Stored> indexed(Index index, String value) {
        Buckets buckets = indexes.get(index.name());
        if (buckets == null) {
            throw new IllegalArgumentException("index: " + index + " (expected: one of " + indexes.keySet() + ")");
        }
        NavigableMap<ObjectKey, Cell> bucket = buckets.byValue.get(value);
        return bucket == null ? List.of() : new ArrayList<>(new View(bucket.values()));
    }

    public int size() {
        return cells.size();
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
        ordered.forEach(
                (key, cell) -> index.values().apply(cell.object).forEach(value -> enter(added, key, cell, value)));
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
        Cell cell = cells.get(key);
        if (cell == null) {
            insert(key, new Cell(object));
            return null;
        }
        Stored before = cell.object;
        cell.object = object;
        for (Buckets buckets : indexes.values()) {
            Collection<String> old = buckets.index.values().apply(before);
            Collection<String> now = buckets.index.values().apply(object);
            for (String value : now) {
                if (!old.contains(value)) {
                    enter(buckets, key, cell, value);
                }
            }
            for (String value : old) {
                if (!now.contains(value)) {
                    leave(buckets, key, value);
                }
            }
        }
        return before;
    }

    /// What lay there before.
    synchronized @Nullable Stored remove(ObjectKey key) {
        Cell cell = cells.remove(key);
        if (cell == null) {
            return null;
        }
        ordered.remove(key);
        for (Buckets buckets : indexes.values()) {
            buckets.index.values().apply(cell.object).forEach(value -> leave(buckets, key, value));
        }
        return cell.object;
    }

    private void insert(ObjectKey key, Cell cell) {
        cells.put(key, cell);
        ordered.put(key, cell);
        for (Buckets buckets : indexes.values()) {
            buckets.index.values().apply(cell.object).forEach(value -> enter(buckets, key, cell, value));
        }
    }

    private static void enter(Buckets buckets, ObjectKey key, Cell cell, String value) {
        buckets.byValue
                .computeIfAbsent(value, _ -> new ConcurrentSkipListMap<>())
                .put(key, cell);
    }

    private static void leave(Buckets buckets, ObjectKey key, String value) {
        NavigableMap<ObjectKey, Cell> bucket = buckets.byValue.get(value);
        if (bucket != null) {
            bucket.remove(key);
            if (bucket.isEmpty()) {
                buckets.byValue.remove(value);
            }
        }
    }

    /// The objects in some cells.
    private static final class View extends AbstractCollection<Stored> {
        private final Collection<Cell> cells;

        View(Collection<Cell> cells) {
            this.cells = cells;
        }

        @Override
        public Iterator<Stored> iterator() {
            Iterator<Cell> iterator = cells.iterator();
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return iterator.hasNext();
                }

                @Override
                public Stored next() {
                    return iterator.next().object;
                }
            };
        }

        @Override
        public int size() {
            return cells.size();
        }

        /// Without a size: objects come and go while somebody walks, and a stream believes the size that it is told.
        @Override
        public Spliterator<Stored> spliterator() {
            return Spliterators.spliteratorUnknownSize(
                    iterator(), Spliterator.ORDERED | Spliterator.NONNULL | Spliterator.CONCURRENT);
        }
    }
}
