package dev.setpoint.resources.strategy.apps;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.KindStrategy;
import dev.setpoint.resources.strategy.pod.PodDefaults;
import java.util.Map;

/// ReplicaSets.
public final class ReplicaSetStrategy implements KindStrategy {
    private static final JsonValue ONE = JsonValue.of(1);

    @Override
    public void applyDefaults(JsonObject set) {
        JsonObject spec = set.child("spec");
        spec.putIfAbsent("replicas", ONE);
        PodDefaults.template(spec.child("template"));
    }

    @Override
    public JsonObject initialStatus(JsonObject set) {
        return new JsonObject().put("replicas", 0);
    }

    @Override
    public Map<String, String> selectableFields(JsonObject set) {
        return Map.of("status.replicas", Long.toString(Fields.integer(set, "status", "replicas")));
    }
}
