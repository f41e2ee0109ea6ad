package dev.setpoint.apiserver.registry.read;

import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import dev.setpoint.store.Change;
import dev.setpoint.store.Cursor;
import dev.setpoint.store.ExpiredException;
import dev.setpoint.store.Scope;
import dev.setpoint.store.Snapshot;
import dev.setpoint.store.Store;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Which objects of a resource have which value of one label, or of one selectable field.
///
/// It is brought up to date when somebody asks, from the log of changes since the last time: nothing is spent on it
/// while nobody does. What it tells is true at the revision of the snapshot that comes with the answer.
public final class ValueIndex {
    private static final int BATCH = 1_024;

    private final Store store;
    private final String resource;
    private final Function<Stored, @Nullable String> value;
    private final ReentrantLock lock = new ReentrantLock();

    // All below is guarded by the lock.
    private final Map<String, NavigableSet<Key>> keys = new HashMap<>();
    /// Changes that the cursor has given, but that are newer than the snapshot asked about last.
    private final Deque<Change> ahead = new ArrayDeque<>();
    private @Nullable Cursor cursor;
    private long readUpTo;

    /// @param value by which an object is found; null for one that is not in the index
    ValueIndex(Store store, String resource, Function<Stored, @Nullable String> value) {
        this.store = store;
        this.resource = resource;
        this.value = value;
    }

    /// A snapshot, and those of its objects that have the value, in key order.
    record Found(Snapshot snapshot, List<Stored> objects) {}

    /// What has this value in the newest snapshot; of one namespace only, unless that is empty.
    ///
    /// Empty when the log is not as far as the newest snapshot, which it is an instant later: whoever asks then
    /// walks over all objects rather than wait.
    Optional<Found> find(String wanted, String namespace) {
        Snapshot snapshot;
        List<Key> found;
        lock.lock();
        try {
            snapshot = store.snapshot();
            if (!reach(snapshot)) {
                return Optional.empty();
            }
            found = keys(wanted, namespace);
        } finally {
            lock.unlock();
        }
        List<Stored> objects = new ArrayList<>(found.size());
        for (Key key : found) {
            objects.add(snapshot.find(key)
                    .orElseThrow(() -> new IllegalStateException(key + " is in the index but not in " + snapshot)));
        }
        return Optional.of(new Found(snapshot, objects));
    }

    void close() {
        lock.lock();
        try {
            if (cursor != null) {
                cursor.close();
            }
            cursor = null;
        } finally {
            lock.unlock();
        }
    }

    private List<Key> keys(String wanted, String namespace) {
        NavigableSet<Key> all = keys.get(wanted);
        if (all == null) {
            return List.of();
        }
        if (namespace.isEmpty()) {
            return List.copyOf(all);
        }
        List<Key> found = new ArrayList<>();
        for (Key key : all.tailSet(new Key(resource, namespace, ""))) {
            if (!key.namespace().equals(namespace)) {
                break;
            }
            found.add(key);
        }
        return found;
    }

    /// @return whether the index is now at the revision of this snapshot
    private boolean reach(Snapshot snapshot) {
        if (cursor == null) {
            build(snapshot);
            return true;
        }
        try {
            while (readUpTo < snapshot.revision()) {
                Cursor.Batch batch = cursor.next(BATCH, Duration.ZERO);
                if (batch.revision() == readUpTo) {
                    return false;
                }
                ahead.addAll(batch.changes());
                readUpTo = batch.revision();
            }
        } catch (ExpiredException _) { // Nobody asked for so long that the log has forgotten what came since.
            cursor.close();
            build(snapshot);
            return true;
        }
        while (!ahead.isEmpty() && ahead.getFirst().revision() <= snapshot.revision()) {
            apply(ahead.removeFirst());
        }
        return true;
    }

    private void build(Snapshot snapshot) {
        keys.clear();
        ahead.clear();
        cursor = store.watch(new Scope.Everything(resource), snapshot.revision());
        readUpTo = snapshot.revision();
        Iterator<Stored> all = snapshot.iterate(resource, "");
        while (all.hasNext()) {
            add(all.next());
        }
    }

    private void apply(Change change) {
        if (change.before() != null) {
            remove(change.before());
        }
        if (change.after() != null) {
            add(change.after());
        }
    }

    private void remove(Stored object) {
        String had = value.apply(object);
        NavigableSet<Key> those = had == null ? null : keys.get(had);
        if (those != null && those.remove(object.key()) && those.isEmpty()) {
            keys.remove(had);
        }
    }

    private void add(Stored object) {
        String has = value.apply(object);
        if (has != null) {
            keys.computeIfAbsent(has, _ -> new TreeSet<>(Key::compareWithinResource))
                    .add(object.key());
        }
    }
}
