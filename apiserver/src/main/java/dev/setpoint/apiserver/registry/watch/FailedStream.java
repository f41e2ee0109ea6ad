package dev.setpoint.apiserver.registry.watch;

import dev.setpoint.apiserver.pipeline.EventStream;
import dev.setpoint.client.WatchEvent;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// A watch that fails at once. The answer is a success all the same, as in Kubernetes.
public final class FailedStream implements EventStream {
    private final ApiError error;
    private boolean told;

    FailedStream(ApiError error) {
        this.error = error;
    }

    @Override
    public Optional<List<WatchEvent>> next(Duration deadline) {
        if (told) {
            return Optional.empty();
        }
        told = true;
        throw new ApiException(error);
    }

    @Override
    public void close() {}
}
