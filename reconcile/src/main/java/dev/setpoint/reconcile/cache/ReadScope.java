package dev.setpoint.reconcile.cache;

import dev.setpoint.machinery.api.GroupResource;
import dev.setpoint.machinery.api.GroupVersionResource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/// For the length of a call, some kinds are read from the server and not from their caches, because their caches are
/// known to be behind.
///
/// Each such kind is listed once, when it is first read; the rest of the call sees that one consistent state.
public final class ReadScope {
    private static final ScopedValue<ReadScope> CURRENT = ScopedValue.newInstance();

    private final Set<GroupResource> live;
    private final Map<GroupVersionResource, ObjectCache> listed = new LinkedHashMap<>();

    private ReadScope(Set<GroupResource> live) {
        this.live = live;
    }

    public static <R> R readingLive(Set<GroupResource> live, Supplier<R> body) {
        return live.isEmpty()
                ? body.get()
                : ScopedValue.where(CURRENT, new ReadScope(live)).call(body::get);
    }

    /// The cache itself, or what the server says now if this scope asks for it.
    static ObjectCache choose(GroupVersionResource resource, ObjectCache cache, Supplier<ObjectCache> list) {
        if (!CURRENT.isBound() || !CURRENT.get().live.contains(resource.groupResource())) {
            return cache;
        }
        return CURRENT.get().listed.computeIfAbsent(resource, _ -> list.get());
    }
}
