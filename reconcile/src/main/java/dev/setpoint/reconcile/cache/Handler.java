package dev.setpoint.reconcile.cache;

/// Hears what changed in a cache, in order, after the cache has changed.
///
/// Called by the task that feeds the cache: it must not block. The usual handler puts a key into a work
/// queue.
@FunctionalInterface
public interface Handler {
    void changed(CacheChange change);
}
