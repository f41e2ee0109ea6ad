package dev.setpoint.resources.strategy.core;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.KindStrategy;
import dev.setpoint.resources.strategy.pod.PodDefaults;
import java.util.Map;

/// ReplicationControllers.
public final class ReplicationControllerStrategy implements KindStrategy {
    @Override
    public void applyDefaults(JsonObject controller) {
        JsonObject spec = controller.child("spec");
        JsonObject template = spec.object("template");
        if (template != null) {
            if (template.at("metadata", "labels") instanceof JsonObject labels) {
                if (!Fields.isSet(spec, "selector")) {
                    spec.put("selector", labels.copy());
                }
                JsonObject metadata = controller.child("metadata");
                if (!Fields.isSet(metadata, "labels")) {
                    metadata.put("labels", labels.copy());
                }
            }
            PodDefaults.template(template);
        }
        spec.putIfAbsent("replicas", JsonValue.of(1));
    }

    @Override
    public JsonObject initialStatus(JsonObject controller) {
        return new JsonObject().put("replicas", 0);
    }

    @Override
    public Map<String, String> selectableFields(JsonObject controller) {
        return Map.of("status.replicas", Long.toString(Fields.integer(controller, "status", "replicas")));
    }

    /// ReplicationControllers are older than garbage collection.
    @Override
    public boolean orphansByDefault() {
        return true;
    }
}
