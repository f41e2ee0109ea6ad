package dev.setpoint.store.history;

import java.util.concurrent.ConcurrentHashMap;

/// Small numbers for resources, so that a state is an array with a slot for each. They are given once and
/// never taken back, and mean nothing outside the states that share them.
final class ResourceIds {
    private final ConcurrentHashMap<String, Integer> ids = new ConcurrentHashMap<>();

    /// -1 when no state has had an object of this resource.
    int find(String resource) {
        return ids.getOrDefault(resource, -1);
    }

    synchronized int give(String resource) {
        var given = ids.get(resource);
        if (given != null) {
            return given;
        }
        int next = ids.size();
        ids.put(resource, next);
        return next;
    }
}
