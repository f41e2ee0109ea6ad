package dev.setpoint.resources.strategy.networking;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.KindStrategy;

/// IngressClasses.
public final class IngressClassStrategy implements KindStrategy {
    @Override
    public void applyDefaults(JsonObject ingressClass) {
        if (ingressClass.at("spec", "parameters") instanceof JsonObject parameters) {
            parameters.putIfAbsent("scope", JsonValue.of("Cluster"));
        }
    }
}
