package dev.setpoint.resources.strategy.apiregistration;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.resources.strategy.KindStrategy;
import dev.setpoint.resources.strategy.NameRule;

/// API services, named after version and group: the core group's is `v1.`.
public final class ApiServiceStrategy implements KindStrategy {
    @Override
    public NameRule nameRule() {
        return NameRule.PATH_SEGMENT;
    }

    @Override
    public boolean countsGenerations() {
        return false;
    }

    @Override
    public JsonObject initialStatus(JsonObject object) {
        return new JsonObject();
    }
}
