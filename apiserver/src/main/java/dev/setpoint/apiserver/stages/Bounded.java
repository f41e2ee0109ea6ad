package dev.setpoint.apiserver.stages;

import dev.setpoint.apiserver.pipeline.Answer;
import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.pipeline.Pipeline;

/// Lets only so many calls be under way at once. A place is held until the call's life ends.
final class Bounded implements Pipeline {
    private final Places places;
    private final Pipeline next;

    Bounded(Places places, Pipeline next) {
        this.places = places;
        this.next = next;
    }

    @Override
    public Answer handle(Call call) {
        call.life().whenEnded(places.take(call.user(), CallKind.of(call)));
        return next.handle(call);
    }
}
