package dev.setpoint.resources.strategy.policy;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.resources.strategy.KindStrategy;

/// PodDisruptionBudgets.
public final class PodDisruptionBudgetStrategy implements KindStrategy {
    @Override
    public JsonObject initialStatus(JsonObject budget) {
        return new JsonObject()
                .put("disruptionsAllowed", 0)
                .put("currentHealthy", 0)
                .put("desiredHealthy", 0)
                .put("expectedPods", 0);
    }

    @Override
    public boolean allowsUnconditionalUpdate() {
        return false;
    }
}
