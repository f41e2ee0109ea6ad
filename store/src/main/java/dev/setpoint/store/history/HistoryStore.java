package dev.setpoint.store.history;

import dev.setpoint.store.Cursor;
import dev.setpoint.store.Scope;
import dev.setpoint.store.Snapshot;
import dev.setpoint.store.Store;
import dev.setpoint.store.StoreStats;

/// The half of a store that reads: everything is answered from its history, on the caller's thread.
public abstract class HistoryStore implements Store {
    private final History history;

    protected HistoryStore(History history) {
        this.history = history;
    }

    protected final History history() {
        return history;
    }

    @Override
    public final Snapshot snapshot() {
        return history.present();
    }

    @Override
    public final Snapshot snapshotAt(long revision) {
        return history.at(revision);
    }

    @Override
    public final Cursor watch(Scope scope, long after) {
        return history.watch(scope, after);
    }

    @Override
    public final long oldestRevision() {
        return history.oldestRevision();
    }

    @Override
    public final void beginHistory() {
        history.begin();
    }

    /// The figures of the history, with what only those know who write.
    protected final StoreStats stats(int queued, long commits, long conflicts, long batches) {
        var figures = history.figures();
        return new StoreStats(
                history.present().revision(),
                figures.oldestRevision(),
                figures.objects(),
                queued,
                commits,
                conflicts,
                batches,
                figures.cursors(),
                figures.changes(),
                figures.bytes(),
                figures.droppedByAge(),
                figures.droppedBySize());
    }
}
