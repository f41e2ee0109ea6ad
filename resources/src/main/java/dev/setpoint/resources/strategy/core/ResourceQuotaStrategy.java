package dev.setpoint.resources.strategy.core;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.resources.strategy.KindStrategy;

/// ResourceQuotas.
public final class ResourceQuotaStrategy implements KindStrategy {
    @Override
    public JsonObject initialStatus(JsonObject quota) {
        return new JsonObject();
    }

    @Override
    public boolean countsGenerations() {
        return false;
    }

    @Override
    public boolean returnsDeletedObject() {
        return true;
    }
}
