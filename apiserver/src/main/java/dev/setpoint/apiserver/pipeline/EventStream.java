package dev.setpoint.apiserver.pipeline;

import dev.setpoint.client.WatchEvent;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The events of one watch in the form in which they are written.
public interface EventStream extends AutoCloseable {
    /// Waits for events. An empty list when none came in time; an empty Optional when the watch has ended, as it does
    /// after its timeout.
    ///
    /// @throws dev.setpoint.machinery.api.ApiException when the watch fails: its place in the history is gone. It
    ///     has ended then.
    Optional<List<WatchEvent>> next(Duration deadline);

    /// Has this called whenever [#next] may have something to tell, so that nobody needs to wait there: the stream is
    /// then asked without patience, and once more after this call. The listener must be quick and never wait.
    ///
    /// @return false when the stream can only be waited for, because its events take work to make
    default boolean listen(Runnable listener) {
        return false;
    }

    @Override
    void close();
}
