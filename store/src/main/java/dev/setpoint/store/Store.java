package dev.setpoint.store;

import dev.setpoint.base.value.Cause;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/// All state, as objects at revisions. Every change is one commit at one new revision, or nothing.
public interface Store extends AutoCloseable {
    /// The newest state that this process knows. Costs nothing, blocks nobody, and never changes.
    Snapshot snapshot();

    /// A state that is at least as new as everything that was acknowledged anywhere before the call. A store that
    /// only this process writes has it at once; one that others write as well waits until it has heard of their
    /// commits.
    ///
    /// @param limit how long it may wait
    /// @throws UnavailableException when it cannot tell within that time, or the store has failed
    Snapshot current(Duration limit);

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

    /// Why the commit at a revision was made, as far back as the history is retained.
    Optional<Cause> cause(long revision);

    /// The oldest revision from which [#watch] may start and at which [#snapshotAt] answers.
    long oldestRevision();

    /// Forgets the history so far: the present becomes the oldest revision. Called when the first objects of
    /// a new store are there, so that nobody can watch them being made.
    void beginHistory();

    StoreStats stats();

    /// Why the store has stopped for good without being closed; empty while it works. After a failure memory may lag
    /// behind the disk: [#current] and [#commit] refuse, and only opening the store anew finds out what is there.
    Optional<Throwable> failure();

    /// Calls this once with the failure: at once when the store has failed already, never when it is closed.
    ///
    /// @param action on the thread that failed; it must not wait
    void whenFailed(Consumer<Throwable> action);

    /// Lets the commits that wait already happen, then ends. Snapshots and what cursors can still reach stay
    /// readable.
    @Override
    void close();
}
