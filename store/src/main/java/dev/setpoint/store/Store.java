package dev.setpoint.store;

/// All state, as objects at revisions. Every change is one commit at one new revision, or nothing.
public interface Store extends AutoCloseable {
    /// The newest state. Costs nothing, blocks nobody, and never changes.
    Snapshot snapshot();

    /// The state as it was at a retained revision.
    ///
    /// @throws ExpiredException when that revision is older than what is retained, or was never reached
    Snapshot snapshotAt(long revision);

    /// Applies a commit and waits until it is durable. Whoever sees `Committed` finds it in [#snapshot] and
    /// in every cursor. A commit that changes nothing, since all it deletes is not there, takes no new
    /// revision and is answered with the newest.
    ///
    /// @throws UnavailableException when nothing was written, because too many commits wait already or the
    ///     store has stopped
    CommitResult commit(Commit commit);

    /// A cursor over the changes of a scope with revisions greater than `after`.
    ///
    /// @throws ExpiredException when changes after that revision may be gone already, or it was never reached
    Cursor watch(Scope scope, long after);

    /// The oldest revision from which [#watch] may start and at which [#snapshotAt] answers.
    long oldestRevision();

    /// Forgets the history so far: the present becomes the oldest revision. Called when the first objects of
    /// a new store are there, so that nobody can watch them being made.
    void beginHistory();

    StoreStats stats();

    /// Lets the commits that wait already happen, then ends. Snapshots and what cursors can still reach stay
    /// readable.
    @Override
    void close();
}
