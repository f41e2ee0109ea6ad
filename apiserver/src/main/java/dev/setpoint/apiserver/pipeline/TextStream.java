package dev.setpoint.apiserver.pipeline;

import java.time.Duration;
import java.util.Optional;

/// Plain text that comes bit by bit, as a log does.
public interface TextStream extends AutoCloseable {
    /// Waits for more. No bytes when none came in time; an empty Optional when the text has ended.
    Optional<byte[]> next(Duration deadline);

    @Override
    void close();
}
