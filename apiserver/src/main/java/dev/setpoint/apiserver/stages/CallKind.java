package dev.setpoint.apiserver.stages;

import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.pipeline.Call.Question;
import java.util.Set;

/// Calls of different kinds do not take one another's places.
enum CallKind {
    READ,
    WRITE,
    /// What may go on for as long as the client likes, as Kubernetes counts it: watches, followed logs, connections.
    WATCH;

    private static final Set<String> LONG_RUNNING = Set.of("log", "exec", "attach", "portforward", "proxy");

    static CallKind of(Call call) {
        return switch (call.question()) {
            case Question.OfResource(var _, var target) when LONG_RUNNING.contains(target.subresource()) -> WATCH;
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
