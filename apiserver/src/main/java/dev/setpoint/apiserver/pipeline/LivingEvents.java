package dev.setpoint.apiserver.pipeline;

import dev.setpoint.client.WatchEvent;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The events of a watch whose end is the end of its call.
public record LivingEvents(EventStream events, CallLife life) implements EventStream {
    @Override
    public Optional<List<WatchEvent>> next(Duration deadline) {
        return events.next(deadline);
    }

    @Override
    public boolean listen(Runnable listener) {
        return events.listen(listener);
    }

    @Override
    public void close() {
        events.close();
        life.end();
    }
}
