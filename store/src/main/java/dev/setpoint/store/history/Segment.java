package dev.setpoint.store.history;

import dev.setpoint.base.value.Cause;
import dev.setpoint.store.Change;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A stretch of the log that is dropped as a whole, with the state at its beginning, from which every state
/// within it follows.
final class Segment {
    /// About what a change takes beside the bytes of the value that it replaced: the change, the old value's
    /// header, its slots in the log, and the tree nodes that only `base` still holds.
    private static final long CHANGE_OVERHEAD_BYTES = 1024;

    final State base;
    private final List<Change> changes = new ArrayList<>();
    private long firstNanos;
    private long lastNanos;
    private long bytes;

    Segment(State base) {
        this.base = base;
    }

    /// What a change put there is still the present, or is counted as what a later change replaced.
    ///
    /// @return the bytes that the history holds more
    long append(Change change, long nowNanos) {
        if (changes.isEmpty()) {
            firstNanos = nowNanos;
        }
        lastNanos = nowNanos;
        changes.add(change);
        var before = change.before();
        long more = CHANGE_OVERHEAD_BYTES + (before == null ? 0 : before.bytes().length);
        bytes += more;
        return more;
    }

    int size() {
        return changes.size();
    }

    long bytes() {
        return bytes;
    }

    /// Of no meaning, as its sibling, while the segment is empty.
    long nanosSinceFirst(long nowNanos) {
        return nowNanos - firstNanos;
    }

    long nanosSinceLast(long nowNanos) {
        return nowNanos - lastNanos;
    }

    /// The changes up to a revision, including it.
    List<Change> upTo(long revision) {
        int end = changes.size();
        while (end > 0 && changes.get(end - 1).revision() > revision) {
            end--;
        }
        return List.copyOf(changes.subList(0, end));
    }

    /// Of the commit at a revision; empty when it is not in this stretch.
    Optional<Cause> cause(long revision) {
        int low = 0;
        int high = changes.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            Change change = changes.get(middle);
            if (change.revision() == revision) {
                return Optional.of(change.cause());
            }
            if (change.revision() < revision) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return Optional.empty();
    }
}
