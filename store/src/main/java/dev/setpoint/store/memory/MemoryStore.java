package dev.setpoint.store.memory;

import dev.setpoint.base.Env;
import dev.setpoint.base.TaskKilled;
import dev.setpoint.store.Commit;
import dev.setpoint.store.CommitResult;
import dev.setpoint.store.Snapshot;
import dev.setpoint.store.Store;
import dev.setpoint.store.StoreOptions;
import dev.setpoint.store.StoreStats;
import dev.setpoint.store.UnavailableException;
import dev.setpoint.store.embedded.Engine;
import dev.setpoint.store.history.CommitBatch;
import dev.setpoint.store.history.History;
import dev.setpoint.store.history.HistoryStore;
import dev.setpoint.store.history.State;
import dev.setpoint.store.history.StoreFailure;
import java.util.concurrent.locks.ReentrantLock;

/// A store that lives in memory alone. There is no disk to wait for, so whoever commits does it on their own
/// thread, one after another: handing it to a writer would cost more than the commit.
public final class MemoryStore extends HistoryStore {
    private final Env env;
    private final StoreFailure failure;

    /// Held for one commit, never while anything waits.
    private final ReentrantLock turn = new ReentrantLock();

    private boolean trimming;
    private boolean closed;
    private long commits;
    private long conflicts;

    public static Store open(Env env, StoreOptions options) {
        return new MemoryStore(env, options, State.empty(Engine.FIRST_REVISION), new StoreFailure());
    }

    /// A private world that begins where a snapshot stands and shares everything with it until one of them
    /// changes. Its history begins there.
    public static Store fork(Env env, StoreOptions options, Snapshot snapshot) {
        if (snapshot instanceof State state) {
            return new MemoryStore(env, options, state, new StoreFailure());
        }
        throw new IllegalArgumentException("snapshot: " + snapshot + " (expected: one that a store of ours gave)");
    }

    private MemoryStore(Env env, StoreOptions options, State state, StoreFailure failure) {
        super(new History(env, state, options), failure);
        this.env = env;
        this.failure = failure;
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
        } catch (UnavailableException | TaskKilled ending) {
            throw ending;
        } catch (RuntimeException | Error broken) {
            closed = true;
            failure.set(broken);
            result = new CommitResult.Unknown("the store failed: " + broken);
        } finally {
            turn.unlock();
        }
        env.giveWay();
        return result;
    }

    private CommitResult decide(Commit commit) {
        var batch = new CommitBatch(history().present());
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
