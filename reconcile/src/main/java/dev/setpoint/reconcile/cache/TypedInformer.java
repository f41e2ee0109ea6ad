package dev.setpoint.reconcile.cache;

import dev.setpoint.base.value.Stored;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.Typed;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// A [SharedInformer], read as one class.
record TypedInformer<T extends HasMetadata>(Typed<T> typed, SharedInformer shared) implements Informer<T> {
    @Override
    public ObjectCache objects() {
        return shared.objects();
    }

    @Override
    public Optional<T> find(ObjectKey key) {
        return objects().find(key).map(typed::decode);
    }

    @Override
    public List<T> select(String namespace, Predicate<Stored> filter) {
        List<T> selected = new ArrayList<>();
        for (Stored object : objects().inNamespace(namespace)) {
            if (filter.test(object)) {
                selected.add(typed.decode(object));
            }
        }
        return selected;
    }

    @Override
    public List<T> indexed(Index index, String value) {
        return objects().indexed(index, value).stream().map(typed::decode).toList();
    }

    @Override
    public boolean hasSynced() {
        return shared.hasSynced();
    }

    @Override
    public boolean awaitSynced(Duration deadline) {
        return shared.awaitSynced(deadline);
    }

    @Override
    public void resyncEvery(Duration interval) {
        shared.resyncEvery(interval);
    }

    @Override
    public void index(Index index) {
        shared.index(index);
    }

    @Override
    public void onChange(Handler handler) {
        shared.onChange(handler);
    }

    @Override
    public String toString() {
        return shared.toString();
    }
}
