package dev.setpoint.apiserver.pipeline;

import dev.setpoint.client.Fence;
import dev.setpoint.client.Target;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One request for a resource.
///
/// @param parameters the query, decoded, in order; the pipeline interprets them
/// @param fence by which a leader proves that it still leads
public record Request(
        User user,
        Verb verb,
        Target target,
        Map<String, List<String>> parameters,
        Representation representation,
        RequestBody body,
        String userAgent,
        Optional<Fence> fence) {
    public Request(
            User user,
            Verb verb,
            Target target,
            Map<String, List<String>> parameters,
            Representation representation,
            RequestBody body,
            String userAgent) {
        this(user, verb, target, parameters, representation, body, userAgent, Optional.empty());
    }

    /// The first value of a parameter, or empty text.
    public String parameter(String name) {
        List<String> values = parameters.getOrDefault(name, List.of());
        return values.isEmpty() ? "" : values.getFirst();
    }
}
