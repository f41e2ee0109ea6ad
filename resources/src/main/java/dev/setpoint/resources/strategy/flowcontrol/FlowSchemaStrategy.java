package dev.setpoint.resources.strategy.flowcontrol;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.Defaults;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.Preparation;

/// FlowSchemas.
public final class FlowSchemaStrategy implements Defaults, Preparation {
    @Override
    public void applyDefaults(JsonObject schema) {
        Fields.fill(schema.child("spec"), "matchingPrecedence", JsonValue.of(1000));
    }

    @Override
    public JsonObject initialStatus(JsonObject schema) {
        return new JsonObject();
    }
}
