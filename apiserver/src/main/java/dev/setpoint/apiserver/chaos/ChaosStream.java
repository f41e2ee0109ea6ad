package dev.setpoint.apiserver.chaos;

import dev.setpoint.apiserver.chaos.ChaosFault.Call;
import dev.setpoint.apiserver.chaos.ChaosPolicy.Strike;
import dev.setpoint.apiserver.pipeline.EventStream;
import dev.setpoint.apiserver.pipeline.Request;
import dev.setpoint.base.Env;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// A watch whose events come late, twice, or not at all.
final class ChaosStream implements EventStream {
    private final EventStream stream;
    private final Request request;
    private final Env env;
    private final ChaosPolicies policies;
    private List<Event> again = List.of();
    private List<Event> late = List.of();
    private long lateUntilNanos;
    private boolean ended;

    ChaosStream(EventStream stream, Request request, Env env, ChaosPolicies policies) {
        this.stream = stream;
        this.request = request;
        this.env = env;
        this.policies = policies;
    }

    /// @throws ApiException when the place in the history is said to be gone; the caller tells the client and ends
    @Override
    public Optional<List<Event>> next(Duration deadline) {
        if (ended) {
            return Optional.empty();
        }
        if (!late.isEmpty()) {
            return lateOnes(deadline);
        }
        if (!again.isEmpty()) {
            List<Event> twice = again;
            again = List.of();
            return Optional.of(twice);
        }
        Optional<List<Event>> events = stream.next(deadline);
        if (events.isEmpty() || !tells(events.get())) {
            return events;
        }
        Optional<Strike> strike = policies.concerning(request)
                .flatMap(policy -> policy.strike(Call.EVENTS, request.verb().word(), ChaosPipeline.resource(request)));
        return strike.isEmpty() ? events : troubled(events.get(), strike.get(), deadline);
    }

    /// Of a change, and not only of how far the watch has come or why it ends.
    private static boolean tells(List<Event> events) {
        for (Event event : events) {
            if (!event.type().equals("BOOKMARK") && !event.type().equals("ERROR")) {
                return true;
            }
        }
        return false;
    }

    private Optional<List<Event>> troubled(List<Event> events, Strike strike, Duration deadline) {
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
    private Optional<List<Event>> lateOnes(Duration deadline) {
        Duration left = Duration.ofNanos(Math.max(0, lateUntilNanos - env.monotonicNanos()));
        if (left.compareTo(deadline) > 0) {
            env.sleep(deadline);
            return Optional.of(List.of());
        }
        env.sleep(left);
        List<Event> events = late;
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
