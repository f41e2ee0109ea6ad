package dev.setpoint.apiserver.registry.read;

import dev.setpoint.apiserver.registry.catalog.ServedResource;
import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.selector.FieldSelector;
import dev.setpoint.machinery.selector.Requirement;
import dev.setpoint.store.Store;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The indexes by which lists with a selector are answered: one for each label or field that somebody selects by, made
/// when first asked for. Those that nobody has used for the longest time go first.
public final class ValueIndexes {
    /// Fewer objects are as soon walked over.
    private static final int MANY = 1_000;

    private static final int MOST = 16;

    private final Store store;
    private final ReentrantLock lock = new ReentrantLock();

    /// In order of use. Guarded by the lock.
    private final LinkedHashMap<Place, ValueIndex> indexes = new LinkedHashMap<>(MOST, 0.75f, true);

    private record Place(String resource, String kind, String name) {}

    ValueIndexes(Store store) {
        this.store = store;
    }

    /// A snapshot with all objects that a selection can match and few others, if there is an index that tells. The
    /// selection still has to be asked about each.
    Optional<ValueIndex.Found> find(ServedResource resource, String namespace, SelectionPredicate selection) {
        String stored = resource.storageName();
        if (selection.everything() || resource.custom() || store.snapshot().count(stored) < MANY) {
            return Optional.empty();
        }
        for (FieldSelector.Term term : selection.fields().terms()) {
            if (term.equal() && !term.field().startsWith("metadata.")) {
                return index(new Place(stored, "field", term.field()), object -> field(object, term.field()))
                        .find(term.value(), namespace);
            }
        }
        for (Requirement requirement : selection.labels().requirements()) {
            Optional<String> value = selection.labels().pinned(requirement.key());
            if (value.isPresent()) {
                return index(new Place(stored, "label", requirement.key()), object -> label(object, requirement.key()))
                        .find(value.get(), namespace);
            }
        }
        return Optional.empty();
    }

    private static @Nullable String field(Stored object, String name) {
        return object.header().fields().get(name);
    }

    private static @Nullable String label(Stored object, String name) {
        return object.header().labels().get(name);
    }

    private ValueIndex index(Place place, Function<Stored, @Nullable String> value) {
        lock.lock();
        try {
            ValueIndex index = indexes.computeIfAbsent(place, _ -> new ValueIndex(store, place.resource(), value));
            if (indexes.size() > MOST) {
                Iterator<Map.Entry<Place, ValueIndex>> eldest =
                        indexes.entrySet().iterator();
                ValueIndex unused = eldest.next().getValue();
                eldest.remove();
                unused.close();
            }
            return index;
        } finally {
            lock.unlock();
        }
    }
}
