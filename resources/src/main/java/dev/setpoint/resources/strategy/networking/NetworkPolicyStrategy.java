package dev.setpoint.resources.strategy.networking;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.KindStrategy;

/// NetworkPolicies.
public final class NetworkPolicyStrategy implements KindStrategy {
    private static final JsonValue INGRESS = JsonValue.of("Ingress");
    private static final JsonValue EGRESS = JsonValue.of("Egress");

    @Override
    public void applyDefaults(JsonObject policy) {
        JsonObject spec = policy.child("spec");
        Fields.each(spec, "ingress", NetworkPolicyStrategy::ports);
        Fields.each(spec, "egress", NetworkPolicyStrategy::ports);
        if (!Fields.isSet(spec, "policyTypes")) {
            JsonArray types = JsonArray.of(INGRESS);
            spec.put("policyTypes", Fields.isSet(spec, "egress") ? types.add(EGRESS) : types);
        }
    }

    private static void ports(JsonObject rule) {
        Fields.each(rule, "ports", port -> port.putIfAbsent("protocol", JsonValue.of("TCP")));
    }
}
