package dev.setpoint.store;

import dev.setpoint.base.value.Cause;
import dev.setpoint.base.value.Stored;
import org.jspecify.annotations.Nullable;

/// One object's step from one revision to the next. A creation has no `before`, a deletion no `after`.
///
/// @param cause why it was made
public record Change(
        long revision, @Nullable Stored before, @Nullable Stored after, Cause cause) {
    public Change {
        if (before == null && after == null) {
            throw new IllegalArgumentException("a change of nothing at revision " + revision);
        }
    }

    /// Of which nobody knows why.
    public Change(long revision, @Nullable Stored before, @Nullable Stored after) {
        this(revision, before, after, Cause.UNKNOWN);
    }
}
