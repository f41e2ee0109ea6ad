package dev.setpoint.store.history;

import dev.setpoint.base.value.Cause;
import dev.setpoint.store.Cursor;
import dev.setpoint.store.Scope;
import dev.setpoint.store.Snapshot;
import dev.setpoint.store.Store;
import dev.setpoint.store.StoreStats;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/// The half of a store that reads: everything is answered from its history, on the caller's thread.
public abstract class HistoryStore implements Store {
    private final History history;
    private final StoreFailure failure;

    protected HistoryStore(History history, StoreFailure failure) {
        this.history = history;
        this.failure = failure;
    }

    protected final History history() {
        return history;
    }

    @Override
    public final Snapshot snapshot() {
        return history.present();
    }

    /// Nobody else writes: what this process knows is all there is, as long as its writer lives.
    @Override
    public final Snapshot current(Duration limit) {
        failure.refuseIfSet();
        return history.present();
    }

    @Override
    public final Optional<Throwable> failure() {
        return failure.cause();
    }

    @Override
    public final void whenFailed(Consumer<Throwable> action) {
        failure.whenSet(action);
    }

    @Override
    public final Snapshot snapshotAt(long revision) {
        return history.at(revision);
    }

    @Override
    public final Optional<Cause> cause(long revision) {
        return history.cause(revision);
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
