package dev.setpoint.client;

import java.time.Duration;
import java.util.List;

/// An open watch. Used by one task.
public interface Watch extends AutoCloseable {
    /// Waits for events; an empty list when none came in time.
    ///
    /// @throws dev.setpoint.machinery.api.ApiException `Expired` when the place is no longer retained: list again
    /// @throws WatchClosedException when the server ended the watch: go on with another from the last revision seen
    List<WatchEvent> next(Duration deadline);

    @Override
    void close();
}
