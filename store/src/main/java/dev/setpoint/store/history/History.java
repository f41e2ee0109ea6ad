package dev.setpoint.store.history;

import dev.setpoint.base.BoundedQueue;
import dev.setpoint.base.Env;
import dev.setpoint.base.value.Cause;
import dev.setpoint.store.Change;
import dev.setpoint.store.Cursor;
import dev.setpoint.store.ExpiredException;
import dev.setpoint.store.Scope;
import dev.setpoint.store.Snapshot;
import dev.setpoint.store.StoreOptions;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/// The retained part of what happened: the present state, the changes that led to it, the states in between.
///
/// The log is cut into segments; age and size are kept by dropping whole segments from the old end. One
/// publishes at a time ([#publish], [#wakeReaders], [#trim]). The lock is held for a batch's appends and for
/// opening and closing a cursor, never while anything waits; reading takes none.
public final class History {
    private static final int SEGMENT_CHANGES = 256;

    /// A segment spans at most this part of the age and of the bytes that are retained, which is how exact
    /// the bounds are.
    private static final int PARTS = 16;

    private final Env env;
    private final long ageNanos;
    private final long bytesLimit;
    private volatile State present;

    /// Up to here every change is in the log.
    private volatile long logged;

    private volatile long oldest;

    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<Segment> segments = new ArrayDeque<>();
    private final Map<String, Chain> chains = new LinkedHashMap<>();
    private int cursors;
    private long changes;
    private long bytes;
    private long droppedByAge;
    private long droppedBySize;

    // The publisher's own.
    private final List<ScopeLog> touched = new ArrayList<>();
    private final List<LogCursor> toWake = new ArrayList<>();

    public History(Env env, State present, StoreOptions options) {
        this.env = env;
        this.ageNanos = options.historyAge().toNanos();
        this.bytesLimit = options.historyBytes();
        this.present = present;
        this.logged = present.revision();
        this.oldest = present.revision();
        segments.add(new Segment(present));
    }

    // ---- reading -----------------------------------------------------------------------------------------------

    public State present() {
        return present;
    }

    long logged() {
        return logged;
    }

    public long oldestRevision() {
        return oldest;
    }

    /// The state at a retained revision: that at the beginning of its segment, with the changes since
    /// applied.
    public Snapshot at(long revision) {
        State base;
        List<Change> since;
        lock.lock();
        try {
            refuseUnlessRetained(revision);
            if (revision == present.revision()) {
                return present;
            }
            var segment = segmentOf(revision);
            base = segment.base;
            since = segment.upTo(revision);
        } finally {
            lock.unlock();
        }
        var edit = base.edit();
        since.forEach(edit::apply);
        return edit.seal(revision);
    }

    /// Why the commit at a revision was made; empty when it is not retained.
    Optional<Cause> cause(long revision) {
        lock.lock();
        try {
            if (revision <= oldest || revision > present.revision()) {
                return Optional.empty();
            }
            return segmentOf(revision - 1).cause(revision);
        } finally {
            lock.unlock();
        }
    }

    private Segment segmentOf(long revision) {
        var newestFirst = segments.descendingIterator();
        while (newestFirst.hasNext()) {
            var segment = newestFirst.next();
            if (segment.base.revision() <= revision) {
                return segment;
            }
        }
        throw new IllegalStateException("no segment for " + revision + " though the oldest is " + oldest);
    }

    public Cursor watch(Scope scope, long after) {
        BoundedQueue<LogCursor.Signal> signal = env.queue(1);
        lock.lock();
        try {
            refuseUnlessRetained(after);
            var chain = chains.computeIfAbsent(scope.resource(), Chain::new);
            var lane = chain.follow(scope);
            boolean narrow = !lane.equals(chain.all);
            long joined = present.revision();
            var past = narrow && after < joined ? chain.all.after(after) : null;
            var place = narrow ? lane.end() : lane.after(after);
            var cursor = new LogCursor(this, env, signal, scope, after, past, joined, place);
            lane.add(cursor);
            cursors++;
            return cursor;
        } finally {
            lock.unlock();
        }
    }

    private void refuseUnlessRetained(long revision) {
        if (revision < oldest || revision > present.revision()) {
            throw new ExpiredException(revision, oldest);
        }
    }

    void close(LogCursor cursor, Scope scope) {
        lock.lock();
        try {
            var chain = chains.get(scope.resource());
            if (chain != null && !cursor.isClosed()) {
                cursor.markClosed();
                cursors--;
                if (chain.follow(scope).remove(cursor)) {
                    chain.forget(scope);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    // ---- publishing --------------------------------------------------------------------------------------------

    /// Makes a batch visible. The state comes before the log: who has seen a change finds it in the present.
    public void publish(State next, List<Change> batch) {
        long now = env.monotonicNanos();
        lock.lock();
        try {
            startSegmentWhenFull(now);
            present = next;
            for (var change : batch) {
                append(change, now);
            }
            logged = next.revision();
        } finally {
            lock.unlock();
        }
    }

    private void append(Change change, long now) {
        bytes += segments.getLast().append(change, now);
        changes++;
        chains.computeIfAbsent(Chain.subject(change).key().resource(), Chain::new)
                .append(change, touched);
    }

    /// Tells those who wait for what was published last. Apart from [#publish], so that whoever waits for the
    /// commit itself can be answered first.
    public void wakeReaders() {
        lock.lock();
        try {
            touched.forEach(lane -> lane.collectWaiting(toWake));
        } finally {
            lock.unlock();
        }
        touched.clear();
        toWake.forEach(LogCursor::wake);
        toWake.clear();
    }

    // ---- forgetting --------------------------------------------------------------------------------------------

    /// Drops what is too old or too much.
    public void trim() {
        long now = env.monotonicNanos();
        lock.lock();
        try {
            startSegmentWhenFull(now);
            while (segments.size() > 1) {
                var first = segments.getFirst();
                if (first.nanosSinceLast(now) >= ageNanos) {
                    droppedByAge += first.size();
                } else if (bytes > bytesLimit) {
                    droppedBySize += first.size();
                } else {
                    break;
                }
                segments.removeFirst();
                bytes -= first.bytes();
                changes -= first.size();
            }
            forgetUpTo(segments.getFirst().base.revision());
        } finally {
            lock.unlock();
        }
    }

    /// How long nothing can become too old.
    public Duration untilTrim() {
        lock.lock();
        try {
            return changes == 0 ? Duration.ofHours(1) : Duration.ofNanos(ageNanos / PARTS);
        } finally {
            lock.unlock();
        }
    }

    /// Forgets everything but the present. Any thread may ask for it.
    public void begin() {
        lock.lock();
        try {
            segments.clear();
            segments.add(new Segment(present));
            bytes = 0;
            changes = 0;
            forgetUpTo(present.revision());
        } finally {
            lock.unlock();
        }
    }

    private void startSegmentWhenFull(long now) {
        var last = segments.getLast();
        boolean full = last.size() >= SEGMENT_CHANGES
                || last.bytes() >= bytesLimit / PARTS
                || last.nanosSinceFirst(now) >= ageNanos / PARTS;
        if (full && last.size() > 0) {
            segments.add(new Segment(present));
        }
    }

    private void forgetUpTo(long revision) {
        if (revision > oldest) {
            oldest = revision;
            chains.values().removeIf(chain -> chain.drop(revision));
        }
    }

    // ---- figures -----------------------------------------------------------------------------------------------

    /// As [StoreStats] has them.
    public record Figures(
            long oldestRevision,
            long objects,
            int cursors,
            long changes,
            long bytes,
            long droppedByAge,
            long droppedBySize) {}

    public Figures figures() {
        lock.lock();
        try {
            return new Figures(oldest, present.size(), cursors, changes, bytes, droppedByAge, droppedBySize);
        } finally {
            lock.unlock();
        }
    }
}
