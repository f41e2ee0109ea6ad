package dev.setpoint.resources.strategy.core;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.KindStrategy;

/// Endpoints, the older form of EndpointSlices.
public final class EndpointsStrategy implements KindStrategy {
    private static final JsonValue TCP = JsonValue.of("TCP");

    @Override
    public void applyDefaults(JsonObject endpoints) {
        Fields.each(
                endpoints,
                "subsets",
                subset -> Fields.each(subset, "ports", port -> Fields.fill(port, "protocol", TCP)));
    }

    @Override
    public boolean countsGenerations() {
        return false;
    }

    @Override
    public boolean allowsCreateOnUpdate() {
        return true;
    }
}
