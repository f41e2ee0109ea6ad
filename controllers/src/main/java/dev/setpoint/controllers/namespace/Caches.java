package dev.setpoint.controllers.namespace;

import dev.setpoint.reconcile.cache.ObjectCache;
import dev.setpoint.resources.ResourceType;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/// The kinds that live in namespaces and can be deleted, in order, each with its objects in memory. Custom resources
/// come and go.
final class Caches {
    record Entry(ResourceType type, Supplier<ObjectCache> objects) {}

    private final List<Entry> entries = new CopyOnWriteArrayList<>();

    void add(ResourceType type, Supplier<ObjectCache> objects) {
        entries.add(new Entry(type, objects));
    }

    void remove(ResourceType type) {
        entries.removeIf(entry -> entry.type().equals(type));
    }

    List<Entry> all() {
        return entries;
    }
}
