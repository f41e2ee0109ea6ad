package dev.setpoint.apiserver.stages;

import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.pipeline.Call.Question;

/// Calls of different kinds do not take one another's places.
enum CallKind {
    READ,
    WRITE,
    WATCH;

    static CallKind of(Call call) {
        return switch (call.question()) {
            case Question.OfResource(var verb, var _) ->
                switch (verb) {
                    case GET, LIST -> READ;
                    case WATCH -> WATCH;
                    case CREATE, UPDATE, PATCH, DELETE, DELETE_COLLECTION -> WRITE;
                };
            case Question.OfPath _, Question.OfNothing _ -> READ;
        };
    }
}
