package dev.setpoint.resources.strategy.scheduling;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.KindStrategy;

/// PriorityClasses.
public final class PriorityClassStrategy implements KindStrategy {
    @Override
    public void applyDefaults(JsonObject priorityClass) {
        priorityClass.putIfAbsent("preemptionPolicy", JsonValue.of("PreemptLowerPriority"));
    }

    /// A PriorityClass never changes what it asks for.
    @Override
    public boolean changesDesiredState(JsonObject priorityClass, JsonObject old) {
        return false;
    }
}
