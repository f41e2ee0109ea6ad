package dev.setpoint.resources.strategy.autoscaling;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.KindStrategy;

/// HorizontalPodAutoscalers, in the version in which they are kept.
public final class HorizontalPodAutoscalerStrategy implements KindStrategy {
    private static final int CPU_UTILIZATION = 80;
    private static final int PERIOD_SECONDS = 15;

    @Override
    public void applyDefaults(JsonObject autoscaler) {
        JsonObject spec = autoscaler.child("spec");
        spec.putIfAbsent("minReplicas", JsonValue.of(1));
        if (!Fields.isSet(spec, "metrics")) {
            spec.put("metrics", JsonArray.of(cpuMetric()));
        }
        JsonObject behavior = spec.object("behavior");
        if (behavior != null) {
            JsonObject up = rules(behavior.child("scaleUp"), policy("Pods", 4), policy("Percent", 100));
            up.putIfAbsent("stabilizationWindowSeconds", JsonValue.of(0));
            rules(behavior.child("scaleDown"), policy("Percent", 100));
        }
    }

    private static JsonObject cpuMetric() {
        JsonObject target = new JsonObject().put("type", "Utilization").put("averageUtilization", CPU_UTILIZATION);
        return new JsonObject()
                .put("type", "Resource")
                .put("resource", new JsonObject().put("name", "cpu").put("target", target));
    }

    private static JsonObject rules(JsonObject rules, JsonValue... policies) {
        rules.putIfAbsent("selectPolicy", JsonValue.of("Max"));
        rules.putIfAbsent("policies", JsonArray.of(policies));
        return rules;
    }

    private static JsonObject policy(String type, int value) {
        return new JsonObject().put("type", type).put("value", value).put("periodSeconds", PERIOD_SECONDS);
    }

    @Override
    public JsonObject initialStatus(JsonObject autoscaler) {
        return new JsonObject().put("desiredReplicas", 0).put("currentMetrics", JsonValue.JsonNull.NULL);
    }

    @Override
    public boolean countsGenerations() {
        return false;
    }
}
