package dev.setpoint.store.memory;

import dev.setpoint.base.Env;
import dev.setpoint.store.Commit;
import dev.setpoint.store.CommitResult;
import dev.setpoint.store.Snapshot;
import dev.setpoint.store.Store;
import dev.setpoint.store.StoreOptions;
import dev.setpoint.store.StoreStats;
import dev.setpoint.store.UnavailableException;
import dev.setpoint.store.embedded.Engine;
import dev.setpoint.store.history.Batch;
import dev.setpoint.store.history.History;
import dev.setpoint.store.history.HistoryStore;
import dev.setpoint.store.history.State;
import java.util.concurrent.locks.ReentrantLock;

/// A store that lives in memory alone. There is no disk to wait for, so whoever commits does it on their own
/// thread, one after another: handing it to a writer would cost more than the commit.
public final class MemoryStore extends HistoryStore {
    private final Env env;

    /// Held for one commit, never while anything waits.
    private final ReentrantLock turn = new ReentrantLock();

    private boolean trimming;
    private boolean closed;
    private long commits;
    private long conflicts;

    public static Store open(Env env, StoreOptions options) {
        return new MemoryStore(env, options, State.empty(Engine.FIRST_REVISION));
    }

    /// A private world that begins where a snapshot stands and shares everything with it until one of them
    /// changes. Its history begins there.
    public static Store fork(Env env, StoreOptions options, Snapshot snapshot) {
        if (snapshot instanceof State state) {
            return new MemoryStore(env, options, state);
        }
        throw new IllegalArgumentException("snapshot: " + snapshot + " (expected: one that a store of ours gave)");
    }

    private MemoryStore(Env env, StoreOptions options, State state) {
        super(new History(env, state, options));
        this.env = env;
    }

    /// On virtual time others may act before it and between it and its answer, as where a disk is waited for.
    @Override
    public CommitResult commit(Commit commit) {
        env.giveWay();
        CommitResult result;
        turn.lock();
        try {
            if (closed) {
                throw new UnavailableException("the store has stopped");
            }
            result = decide(commit);
        } finally {
            turn.unlock();
        }
        env.giveWay();
        return result;
    }

    private CommitResult decide(Commit commit) {
        var batch = new Batch(history().present());
        var result = batch.decide(commit);
        if (result instanceof CommitResult.Committed) {
            commits++;
        } else {
            conflicts++;
        }
        if (!batch.changes().isEmpty()) {
            history().publish(batch.seal(), batch.changes());
            history().trim();
            history().wakeReaders();
            trimLater();
        }
        return result;
    }

    /// While there is history, something of it grows too old when nobody commits, too.
    private void trimLater() {
        if (!trimming && !closed) {
            trimming = true;
            env.after(history().untilTrim(), this::trim);
        }
    }

    private void trim() {
        turn.lock();
        try {
            trimming = false;
            history().trim();
            if (history().figures().changes() > 0) {
                trimLater();
            }
        } finally {
            turn.unlock();
        }
    }

    @Override
    public StoreStats stats() {
        turn.lock();
        try {
            return stats(0, commits, conflicts, commits + conflicts);
        } finally {
            turn.unlock();
        }
    }

    @Override
    public void close() {
        turn.lock();
        try {
            closed = true;
        } finally {
            turn.unlock();
        }
    }
}
