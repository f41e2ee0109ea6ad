package dev.setpoint.agent.pod;

import dev.setpoint.machinery.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// What is to be done for a pod now.
///
/// `again` says when to look again though nothing changes; empty when only a change can bring something to do.
public sealed interface PodStep {
    /// The status is as it should be.
    record Rest(List<Happening> happenings, Optional<Duration> again) implements PodStep {}

    /// The status has to be written.
    record Report(JsonObject status, List<Happening> happenings, Optional<Duration> again) implements PodStep {}

    /// Everything has stopped and the object can go.
    ///
    /// @param last a final status for those who hold the object back with finalizers
    record Remove(Optional<JsonObject> last, List<Happening> happenings) implements PodStep {}
}
