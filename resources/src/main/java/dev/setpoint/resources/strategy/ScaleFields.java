package dev.setpoint.resources.strategy;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.JsonValue.JsonInteger;
import dev.setpoint.machinery.json.JsonValue.JsonString;
import dev.setpoint.machinery.selector.LabelSelector;
import java.util.List;
import java.util.OptionalLong;

/// Which fields of an object are its scale.
///
/// @param selector a label selector, or one as text; empty for objects without any
/// @param replicasRequired whether an object without a number of replicas has no scale
public record ScaleFields(
        List<String> replicas, List<String> currentReplicas, List<String> selector, boolean replicasRequired) {
    /// Where Kubernetes' own workloads have them.
    public static final ScaleFields WORKLOAD = new ScaleFields(
            List.of("spec", "replicas"), List.of("status", "replicas"), List.of("spec", "selector"), false);

    public OptionalLong replicas(JsonObject object) {
        return number(object, replicas);
    }

    public long currentReplicas(JsonObject object) {
        return number(object, currentReplicas).orElse(0);
    }

    /// The selector of what is counted, as text.
    public String selector(JsonObject object) {
        return switch (selector.isEmpty() ? null : object.at(selector.toArray(String[]::new))) {
            case JsonObject labels -> LabelSelector.of(labels).toString();
            case JsonString(String text) -> text;
            case null, default -> "";
        };
    }

    public void setReplicas(JsonObject object, long wanted) {
        JsonObject holder = object;
        for (String step : replicas.subList(0, replicas.size() - 1)) {
            holder = holder.child(step);
        }
        holder.put(replicas.getLast(), JsonValue.of(wanted));
    }

    private static OptionalLong number(JsonObject object, List<String> path) {
        return object.at(path.toArray(String[]::new)) instanceof JsonInteger(long number)
                ? OptionalLong.of(number)
                : OptionalLong.empty();
    }
}
