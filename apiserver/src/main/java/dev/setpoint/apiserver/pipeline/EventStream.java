package dev.setpoint.apiserver.pipeline;

import dev.setpoint.base.value.Stored;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The events of one watch in the form in which they are written.
public interface EventStream extends AutoCloseable {
    /// @param type `ADDED`, `MODIFIED`, `DELETED`, `BOOKMARK` or `ERROR`
    /// @param object what stands under `object`; for an ERROR the Status
    record Event(String type, Stored object) {}

    /// Waits for events. An empty list when none came in time; an empty Optional when the watch has ended, which it
    /// does
    /// after its timeout and after an ERROR event.
    Optional<List<Event>> next(Duration deadline);

    /// Has this called whenever [#next] may have something to tell, so that nobody needs to wait there: it is then
    /// asked
    /// without patience, once more after this call, too. It must be quick and never wait.
    ///
    /// @return false when the stream can only be waited for, because its events take work to make
    default boolean listen(Runnable listener) {
        return false;
    }

    @Override
    void close();
}
