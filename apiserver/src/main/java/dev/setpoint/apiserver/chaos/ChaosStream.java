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
        if (!again.isEmpty()) {
            List<Event> twice = again;
            again = List.of();
            return Optional.of(twice);
        }
        Optional<List<Event>> events = stream.next(deadline);
        if (events.isEmpty() || events.get().stream().noneMatch(ChaosStream::tells)) {
            return events;
        }
        Optional<Strike> strike = policies.concerning(request)
                .flatMap(policy -> policy.strike(Call.EVENTS, request.verb().word(), ChaosPipeline.resource(request)));
        return strike.isEmpty() ? events : troubled(events.get(), strike.get());
    }

    /// Of a change, and not only of how far the watch has come or why it ends.
    private static boolean tells(Event event) {
        return !event.type().equals("BOOKMARK") && !event.type().equals("ERROR");
    }

    private Optional<List<Event>> troubled(List<Event> events, Strike strike) {
        switch (strike.fault()) {
            case EVENTS_LATE -> env.sleep(strike.length());
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

    @Override
    public void close() {
        stream.close();
    }
}
