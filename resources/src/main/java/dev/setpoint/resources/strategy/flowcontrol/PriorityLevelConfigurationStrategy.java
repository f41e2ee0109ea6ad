package dev.setpoint.resources.strategy.flowcontrol;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.Defaults;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.Preparation;

/// PriorityLevelConfigurations.
public final class PriorityLevelConfigurationStrategy implements Defaults, Preparation {
    private static final JsonValue NONE = JsonValue.of(0);

    @Override
    public void applyDefaults(JsonObject level) {
        JsonObject spec = level.child("spec");
        JsonObject exempt = spec.object("exempt");
        if (exempt != null) {
            exempt.putIfAbsent("nominalConcurrencyShares", NONE);
            exempt.putIfAbsent("lendablePercent", NONE);
        }
        JsonObject limited = spec.object("limited");
        if (limited != null) {
            limited.putIfAbsent("nominalConcurrencyShares", JsonValue.of(30));
            limited.putIfAbsent("lendablePercent", NONE);
        }
        if (spec.at("limited", "limitResponse", "queuing") instanceof JsonObject queuing) {
            Fields.fill(queuing, "handSize", JsonValue.of(8));
            Fields.fill(queuing, "queues", JsonValue.of(64));
            Fields.fill(queuing, "queueLengthLimit", JsonValue.of(50));
        }
    }

    @Override
    public JsonObject initialStatus(JsonObject level) {
        return new JsonObject();
    }
}
