package dev.setpoint.store.history;

import dev.setpoint.store.Change;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The changes of one scope, in order, and the cursors that follow it. Appended to and dropped from under the
/// history's lock; read without one.
///
/// Changes lie in chunks, each linked to the next. A reader holds a place: a chunk and an index in it. So
/// that a slow reader keeps nothing alive, dropping a change clears its slot, and the link from one dropped
/// chunk to the next is cut: what a forgotten place still reaches is one chunk of empty slots.
final class ScopeLog {
    private static final int SMALLEST = 8;
    private static final int LARGEST = 256;

    static final class Chunk {
        final @Nullable Change[] slots;

        @Nullable
        Chunk previous;

        /// Written after the slot below it: who sees the count sees the change.
        volatile int count;

        volatile @Nullable Chunk next;

        /// The slots below are cleared.
        int dropped;

        Chunk(int capacity, @Nullable Chunk previous) {
            this.slots = new Change[capacity];
            this.previous = previous;
        }
    }

    /// Stands where the link of a dropped chunk to another dropped one was.
    private static final Chunk GONE = new Chunk(0, null);

    private Chunk head = new Chunk(SMALLEST, null);
    private Chunk tail = head;
    private @Nullable Chunk lastDropped;
    private final Set<LogCursor> cursors = new LinkedHashSet<>();

    /// Whether the batch that is being published has reached this lane.
    private boolean touched;

    void append(Change change) {
        var chunk = tail;
        int count = chunk.count;
        if (count == chunk.slots.length) {
            chunk = new Chunk(Math.min(LARGEST, count * 4), tail);
            count = 0;
        }
        chunk.slots[count] = change;
        chunk.count = count + 1;
        if (!chunk.equals(tail)) {
            tail.next = chunk;
            tail = chunk;
        }
    }

    /// Forgets the changes up to this revision, including it.
    void drop(long revision) {
        while (true) {
            var chunk = head;
            int count = chunk.count;
            while (chunk.dropped < count && revisionAt(chunk, chunk.dropped) <= revision) {
                chunk.slots[chunk.dropped++] = null;
            }
            var next = chunk.next;
            if (chunk.dropped < chunk.slots.length || next == null) {
                return;
            }
            next.previous = null;
            head = next;
            if (lastDropped != null) {
                lastDropped.next = GONE;
            }
            lastDropped = chunk;
        }
    }

    private static long revisionAt(Chunk chunk, int index) {
        var change = chunk.slots[index];
        return change == null ? 0 : change.revision();
    }

    /// The place behind everything.
    Place end() {
        return new Place(tail, tail.count);
    }

    /// The place of the first retained change after this revision. Looks from the end, near which most
    /// readers begin.
    Place after(long revision) {
        var chunk = tail;
        while (chunk.previous != null && (chunk.count == 0 || revisionAt(chunk, 0) > revision)) {
            chunk = chunk.previous;
        }
        int low = chunk.dropped;
        int high = chunk.count;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (revisionAt(chunk, middle) <= revision) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return new Place(chunk, low);
    }

    void add(LogCursor cursor) {
        cursors.add(cursor);
    }

    /// @return whether nobody follows this lane any more
    boolean remove(LogCursor cursor) {
        cursors.remove(cursor);
        return cursors.isEmpty();
    }

    /// Nobody follows it, and it holds nothing that somebody might ask for.
    boolean idle() {
        return cursors.isEmpty() && head.equals(tail) && head.dropped == head.count;
    }

    /// @return whether this is the first time since [#collectWaiting]
    boolean touch() {
        boolean first = !touched;
        touched = true;
        return first;
    }

    void collectWaiting(Collection<LogCursor> waiting) {
        touched = false;
        for (var cursor : cursors) {
            if (cursor.isWaiting()) {
                waiting.add(cursor);
            }
        }
    }

    /// Where a reader is. Used by one thread.
    static final class Place {
        private Chunk chunk;
        private int index;

        private Place(Chunk chunk, int index) {
            this.chunk = chunk;
            this.index = index;
        }

        /// The change at this place; null when it has not happened yet.
        ///
        /// @throws GoneException when it was dropped before it was read
        @Nullable
        Change peek() {
            while (true) {
                if (index < chunk.count) {
                    var change = chunk.slots[index];
                    if (change == null) {
                        throw new GoneException();
                    }
                    return change;
                }
                var next = index < chunk.slots.length ? null : chunk.next;
                if (next == null) {
                    return null;
                }
                if (next.equals(GONE)) {
                    throw new GoneException();
                }
                chunk = next;
                index = 0;
            }
        }

        void step() {
            index++;
        }
    }

    /// The change at a place is not retained any more.
    static final class GoneException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        /// Without a stack trace: it says nothing that the one who catches it does not know.
        private GoneException() {
            super("dropped", null, false, false);
        }
    }
}
