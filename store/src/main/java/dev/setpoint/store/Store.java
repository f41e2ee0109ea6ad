package dev.setpoint.store;

/// All state, as objects at revisions. Every change is one commit at one new revision, or nothing.
public interface Store extends AutoCloseable {
    /// The newest state. Costs nothing, blocks nobody, and never changes.
    Snapshot snapshot();

    /// The state as it was at a retained revision.
    ///
    /// @throws ExpiredException when that revision is older than what is retained, or was never reached
    Snapshot snapshotAt(long revision);

    /// Applies a commit and waits until it is durable. Whoever sees `Committed` finds it in [#snapshot] and in every
    /// cursor.
    CommitResult commit(Commit commit);

    /// A cursor over the changes of a scope with revisions greater than `after`.
    ///
    /// @throws ExpiredException when changes after that revision may be gone already
    Cursor watch(Scope scope, long after);

    /// The oldest revision from which [#watch] may start and at which [#snapshotAt] answers.
    long oldestRevision();

    @Override
    void close();
}
