package dev.setpoint.apiserver.registry.watch;

import dev.setpoint.apiserver.pipeline.EventStream;
import dev.setpoint.base.value.Header;
import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.Status;
import dev.setpoint.machinery.json.JsonWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// A watch that cannot begin: one ERROR event, then the end. The answer is a success all the same, as in Kubernetes.
public final class FailedStream implements EventStream {
    private static final Key NOWHERE = new Key("", "", "");

    private final ApiError error;
    private boolean told;

    FailedStream(ApiError error) {
        this.error = error;
    }

    @Override
    public Optional<List<Event>> next(Duration deadline) {
        if (told) {
            return Optional.empty();
        }
        told = true;
        return Optional.of(List.of(event(error)));
    }

    static Event event(ApiError error) {
        return new Event("ERROR", new Stored(NOWHERE, 0, Header.EMPTY, JsonWriter.bytes(Status.toJson(error)), -1));
    }

    @Override
    public void close() {}
}
