package dev.setpoint.server.mirror;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.time.Timestamps;
import java.time.Instant;
import java.util.Optional;

/// How a component fares, as its container status tells it.
///
/// @param restarts how many lives it had before this one
/// @param before how the last of them ended
record ComponentState(long restarts, Instant started, Optional<Ended> before) {
    /// @param exitCode 0 when it was asked to end, 255 when nobody saw how it did
    record Ended(int exitCode, String reason, Instant started, Instant finished) {}

    static ComponentState first(Instant now) {
        return new ComponentState(0, now, Optional.empty());
    }

    /// The next one, after somebody asked for it.
    ComponentState next(Instant now) {
        return new ComponentState(restarts + 1, now, Optional.of(new Ended(0, "Completed", started, now)));
    }

    /// The life of a process that finds the pod of an earlier one. A kubelet that was not there when a
    /// container ended says the same of it.
    static ComponentState after(JsonObject status, Instant now) {
        JsonArray containers = status.array("containerStatuses");
        if (containers == null || containers.isEmpty()) {
            return first(now);
        }
        JsonObject container = containers.objects().getFirst();
        Instant started = Timestamps.parse(
                        container.child("state").child("running").textOr("startedAt", ""))
                .orElse(now);
        return new ComponentState(
                container.integerOr("restartCount", 0) + 1, now, Optional.of(new Ended(255, "Unknown", started, now)));
    }
}
