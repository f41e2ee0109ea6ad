package dev.setpoint.store.history;

import dev.setpoint.base.BoundedQueue;
import dev.setpoint.base.Env;
import dev.setpoint.store.Change;
import dev.setpoint.store.Cursor;
import dev.setpoint.store.ExpiredException;
import dev.setpoint.store.Scope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Follows the lane of its scope. The lane of a narrow scope holds only what happened since it exists, so a
/// cursor that begins further back first reads the lane of the whole resource and picks what concerns it.
final class LogCursor implements Cursor {
    enum Signal {
        LOOK_AGAIN
    }

    private final History history;
    private final Env env;
    private final Scope scope;
    private final BoundedQueue<Signal> signal;

    /// Where the past is read, up to `joined`; null when the lane has all that is still to come.
    private ScopeLog.@Nullable Place past;

    private final long joined;
    private final ScopeLog.Place place;
    private long seen;

    /// Set before the last look and the wait. The publisher appends before it asks: one of the two sees the
    /// other.
    private volatile boolean waiting;

    /// Called instead of waking a waiter.
    private volatile @Nullable Runnable listener;

    /// Guarded by the history's lock.
    private boolean closed;

    LogCursor(
            History history,
            Env env,
            BoundedQueue<Signal> signal,
            Scope scope,
            long after,
            ScopeLog.@Nullable Place past,
            long joined,
            ScopeLog.Place place) {
        this.history = history;
        this.env = env;
        this.scope = scope;
        this.signal = signal;
        this.seen = after;
        this.past = past;
        this.joined = joined;
        this.place = place;
    }

    @Override
    public Batch next(int limit, Duration deadline) {
        long begin = env.monotonicNanos();
        long patience = Math.max(0, TimeUnit.NANOSECONDS.convert(deadline));
        try {
            while (true) {
                long logged = history.logged();
                var changes = read(limit);
                if (!changes.isEmpty() || !awaitSignal(patience - (env.monotonicNanos() - begin))) {
                    return batch(changes, limit, logged);
                }
            }
        } catch (ScopeLog.GoneException _) {
            throw new ExpiredException(seen, history.oldestRevision());
        }
    }

    /// `logged` was read before the changes, which are therefore complete up to there unless the limit cut
    /// them off.
    private Batch batch(List<Change> changes, int limit, long logged) {
        long last = changes.isEmpty() ? seen : changes.getLast().revision();
        seen = changes.size() < limit ? Math.max(last, logged) : last;
        return new Batch(changes, seen);
    }

    private List<Change> read(int limit) {
        var changes = new ArrayList<Change>(0);
        if (past != null) {
            readPast(past, changes, limit);
        }
        for (var change = place.peek(); change != null && changes.size() < limit; change = place.peek()) {
            changes.add(change);
            place.step();
        }
        return changes;
    }

    private void readPast(ScopeLog.Place from, List<Change> changes, int limit) {
        while (changes.size() < limit) {
            var change = from.peek();
            if (change == null || change.revision() > joined) {
                past = null;
                return;
            }
            from.step();
            if (Chain.concerns(scope, change)) {
                changes.add(change);
            }
        }
    }

    /// @return whether it is worth looking again; false when the time is over
    private boolean awaitSignal(long nanos) {
        if (nanos <= 0) {
            return false;
        }
        waiting = true;
        try {
            if (place.peek() == null) {
                signal.take(Duration.ofNanos(nanos));
            }
        } finally {
            waiting = false;
        }
        return true;
    }

    @Override
    public void listen(Runnable told) {
        listener = told;
    }

    boolean isWaiting() {
        return waiting || listener != null;
    }

    void wake() {
        Runnable told = listener;
        if (told == null) {
            signal.offer(Signal.LOOK_AGAIN);
        } else {
            told.run();
        }
    }

    boolean isClosed() {
        return closed;
    }

    void markClosed() {
        closed = true;
    }

    @Override
    public void close() {
        history.close(this, scope);
    }
}
