package dev.setpoint.controllers.garbage;

import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Owner;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.Typed;
import dev.setpoint.machinery.api.GroupVersion;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.cache.Index;
import dev.setpoint.reconcile.cache.ObjectCache;
import dev.setpoint.resources.ResourceType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/// All kinds whose objects may own or be owned, each with its cache.
final class Kinds {
    /// A kind, and the way to its objects in memory.
    record Kind(ResourceType type, Supplier<ObjectCache> objects) {}

    private final Loops loops;
    private final List<Kind> all = new CopyOnWriteArrayList<>();
    private final Map<String, Kind> byResource = new ConcurrentSkipListMap<>();
    /// By group and kind: an owner reference may name any version.
    private final Map<String, Kind> byKind = new ConcurrentSkipListMap<>();

    Kinds(List<ResourceType> types, Loops loops) {
        this.loops = loops;
        types.forEach(this::add);
    }

    void add(ResourceType type) {
        Kind kind = new Kind(type, loops.informer(typed(type))::objects);
        all.add(kind);
        byResource.put(type.resource().groupResource().toString(), kind);
        byKind.putIfAbsent(type.resource().group() + "/" + type.kind(), kind);
    }

    void remove(ResourceType type) {
        all.removeIf(kind -> kind.type().equals(type));
        byResource.values().removeIf(kind -> kind.type().equals(type));
        byKind.values().removeIf(kind -> kind.type().equals(type));
    }

    static Typed<?> typed(ResourceType type) {
        return Typed.generic(type.groupVersionKind(), type.plural(), type.namespaced());
    }

    Optional<Item> find(Key key) {
        Kind kind = byResource.get(key.resource());
        if (kind == null) {
            return Optional.empty(); // Its definition is gone, and so are its objects.
        }
        return kind.objects().get().find(ObjectKey.of(key)).map(stored -> new Item(kind.type(), stored));
    }

    /// The kind that an owner reference means; empty for one that nobody knows.
    Optional<Kind> of(Owner owner) {
        return Optional.ofNullable(
                byKind.get(GroupVersion.parse(owner.apiVersion()).group() + "/" + owner.kind()));
    }

    /// Where an owner would lie: beside its dependent, or at no namespace.
    static ObjectKey place(Kind kind, Owner owner, Stored dependent) {
        return new ObjectKey(kind.type().namespaced() ? dependent.key().namespace() : "", owner.name());
    }

    /// Everything that names this uid among its owners, in the order of kinds and keys.
    List<Item> dependents(String uid) {
        List<Item> dependents = new ArrayList<>();
        for (Kind kind : all) {
            for (Stored stored : kind.objects().get().indexed(Index.OWNER, uid)) {
                dependents.add(new Item(kind.type(), stored));
            }
        }
        return dependents;
    }
}
