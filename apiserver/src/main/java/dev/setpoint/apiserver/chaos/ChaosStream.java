package dev.setpoint.apiserver.chaos;

import dev.setpoint.apiserver.chaos.ChaosFault.Struck;
import dev.setpoint.apiserver.chaos.ChaosPolicy.Strike;
import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.pipeline.EventStream;
import dev.setpoint.base.Env;
import dev.setpoint.client.WatchEvent;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// A watch whose events come late, twice, or not at all.
final class ChaosStream implements EventStream {
    private final EventStream stream;
    private final Call call;
    private final Env env;
    private final ChaosPolicies policies;
    private List<WatchEvent> again = List.of();
    private List<WatchEvent> late = List.of();
    private long lateUntilNanos;
    private boolean ended;

    ChaosStream(EventStream stream, Call call, Env env, ChaosPolicies policies) {
        this.stream = stream;
        this.call = call;
        this.env = env;
        this.policies = policies;
    }

    /// @throws ApiException when the place in the history is said to be gone; the caller tells the client and ends
    @Override
    public Optional<List<WatchEvent>> next(Duration deadline) {
        if (ended) {
            return Optional.empty();
        }
        if (!late.isEmpty()) {
            return lateOnes(deadline);
        }
        if (!again.isEmpty()) {
            List<WatchEvent> twice = again;
            again = List.of();
            return Optional.of(twice);
        }
        Optional<List<WatchEvent>> events = stream.next(deadline);
        if (events.isEmpty() || !tells(events.get())) {
            return events;
        }
        Optional<Strike> strike = policies.concerning(call)
                .flatMap(policy -> policy.strike(Struck.EVENTS, call.verb().word(), ChaosPipeline.resource(call)));
        return strike.isEmpty() ? events : troubled(events.get(), strike.get(), deadline);
    }

    /// Of a change, and not only of how far the watch has come.
    private static boolean tells(List<WatchEvent> events) {
        for (WatchEvent event : events) {
            if (!(event instanceof WatchEvent.Bookmark)) {
                return true;
            }
        }
        return false;
    }

    private Optional<List<WatchEvent>> troubled(List<WatchEvent> events, Strike strike, Duration deadline) {
        switch (strike.fault()) {
            case EVENTS_LATE -> {
                late = events;
                lateUntilNanos = env.monotonicNanos() + strike.length().toNanos();
                return lateOnes(deadline);
            }
            case EVENTS_TWICE -> again = events;
            case WATCH_EXPIRED -> {
                ended = true;
                throw new ApiException(new ApiError.Expired("too old resource version: chaos", Optional.empty()));
            }
            default -> {
                ended = true;
                return Optional.empty();
            }
        }
        return Optional.of(events);
    }

    /// Waits for their time, but no longer than the caller does, who may have others to serve.
    private Optional<List<WatchEvent>> lateOnes(Duration deadline) {
        Duration left = Duration.ofNanos(Math.max(0, lateUntilNanos - env.monotonicNanos()));
        if (left.compareTo(deadline) > 0) {
            env.sleep(deadline);
            return Optional.of(List.of());
        }
        env.sleep(left);
        List<WatchEvent> events = late;
        late = List.of();
        return Optional.of(events);
    }

    @Override
    public boolean listen(Runnable listener) {
        return stream.listen(listener);
    }

    @Override
    public void close() {
        stream.close();
    }
}
