package dev.setpoint.store;

import java.time.Duration;
import java.util.List;

/// A place in the log. It holds no memory but its place: whoever falls behind what is retained gets
/// [ExpiredException] and begins anew with a snapshot.
public interface Cursor extends AutoCloseable {
    /// Waits for the next changes of the scope, in order of revision, at most `limit` of them.
    /// An empty batch when the deadline came first: the scope has not changed up to the batch's revision.
    ///
    /// @throws ExpiredException when this cursor's place is no longer retained
    Batch next(int limit, Duration deadline);

    /// Has this called whenever there may be something new, so that nobody needs to wait: [#next] is then asked without
    /// patience, once more after this call, too. It runs on the publisher's thread, must be quick and never wait.
    void listen(Runnable listener);

    /// @param revision up to here, including it, the reader has now seen everything in its scope
    record Batch(List<Change> changes, long revision) {}

    @Override
    void close();
}
