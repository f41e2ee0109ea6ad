package dev.setpoint.reconcile.cache;

import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.api.GroupResource;
import dev.setpoint.machinery.api.GroupVersionResource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/// For the length of a call, some kinds are read from the server and not from their caches, because their
/// caches are known to be behind.
///
/// Each such kind is listed once, when it is first read; the rest of the call sees that one consistent state.
public final class ReadScope {
    private static final ScopedValue<ReadScope> CURRENT = ScopedValue.newInstance();

    private final Set<GroupResource> live;
    private final Map<GroupVersionResource, ObjectCache> listed = new LinkedHashMap<>();

    public ReadScope(Set<GroupResource> live) {
        this.live = live;
    }

    public <R> R call(Supplier<R> body) {
        return ScopedValue.where(CURRENT, this).call(body::get);
    }

    /// For each resource that was read live, the revision of its newest object as the call saw it.
    public Map<GroupResource, Long> newest() {
        Map<GroupResource, Long> newest = new LinkedHashMap<>();
        listed.forEach((resource, objects) -> newest.merge(
                resource.groupResource(),
                objects.all().stream().mapToLong(Stored::revision).max().orElse(0),
                Math::max));
        return newest;
    }

    /// The cache itself, or what the server says now if this scope asks for it.
    static ObjectCache choose(GroupVersionResource resource, ObjectCache cache, Supplier<ObjectCache> list) {
        if (!CURRENT.isBound() || !CURRENT.get().live.contains(resource.groupResource())) {
            return cache;
        }
        return CURRENT.get().listed.computeIfAbsent(resource, _ -> list.get());
    }
}
