package dev.setpoint.reconcile;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// By which revision each key was woken that has not run since: what its next run tells of why it writes. Nothing
/// depends on it, and it holds no more keys than the queue.
final class Wakings<K> {
    private final Map<K, Long> revisions = new ConcurrentHashMap<>();

    void woken(K key, long revision) {
        revisions.merge(key, revision, Math::max);
    }

    /// The queue did not take it.
    void refused(K key) {
        revisions.remove(key);
    }

    /// 0 for a run that no event asked for.
    long ofNextRun(K key) {
        Long revision = revisions.remove(key);
        return revision == null ? 0 : revision;
    }
}
