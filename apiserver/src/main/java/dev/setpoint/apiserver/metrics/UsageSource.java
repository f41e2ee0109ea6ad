package dev.setpoint.apiserver.metrics;

import dev.setpoint.machinery.json.JsonObject;
import java.time.Instant;
import java.util.Map;

/// Knows what the containers of a pod use.
@FunctionalInterface
public interface UsageSource {
    /// By the names of its containers, in their order.
    ///
    /// @param pod as it lies in the store; one that runs
    Map<String, Usage> of(JsonObject pod, Instant now);
}
