package dev.setpoint.reconcile.cache;

import dev.setpoint.base.value.Stored;
import dev.setpoint.client.ObjectKey;
import org.jspecify.annotations.Nullable;

/// "Look again": what a cache held before and holds now. A new object has no `before`, a deleted one no
/// `after`; a resync has the same twice.
public record CacheChange(@Nullable Stored before, @Nullable Stored after, Cause cause) {
    /// Why handlers are told.
    public enum Cause {
        /// The object was there when the informer, or the handler, began.
        INITIAL,
        /// The object changed.
        EVENT,
        /// Nothing changed; it is time to look anyway.
        RESYNC
    }

    public CacheChange {
        if (before == null && after == null) {
            throw new IllegalArgumentException("a change of nothing");
        }
    }

    /// The object as it is now, or as it last was.
    public Stored object() {
        if (after != null) {
            return after;
        }
        if (before != null) {
            return before;
        }
        throw new IllegalStateException("a change of nothing");
    }

    public ObjectKey key() {
        return ObjectKey.of(object().key());
    }

    public boolean created() {
        return before == null;
    }

    public boolean deleted() {
        return after == null;
    }
}
