package dev.setpoint.resources.table;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// An autoscaler, with the present value of each metric before its target: `cpu: 12%/80%`.
final class AutoscalerRow {
    private static final int SHOWN_METRICS = 2;

    private AutoscalerRow() {}

    static Row autoscaler(Subject autoscaler) {
        return Row.of(
                autoscaler.name(),
                autoscaler.text("spec", "scaleTargetRef", "kind") + "/"
                        + autoscaler.text("spec", "scaleTargetRef", "name"),
                metrics(autoscaler),
                autoscaler.either(Subject.UNSET, "spec", "minReplicas"),
                autoscaler.number("spec", "maxReplicas"),
                autoscaler.number("status", "currentReplicas"),
                autoscaler.age());
    }

    private static String metrics(Subject autoscaler) {
        List<JsonObject> targets = autoscaler.objects("spec", "metrics");
        if (targets.isEmpty()) {
            return Subject.NONE;
        }
        List<JsonObject> current = autoscaler.objects("status", "currentMetrics");
        List<String> shown = new ArrayList<>();
        for (int i = 0; i < targets.size(); i++) {
            shown.add(metric(targets.get(i), i < current.size() ? current.get(i) : new JsonObject()));
        }
        return Subject.some(shown, SHOWN_METRICS, ", ");
    }

    private static String metric(JsonObject target, JsonObject current) {
        String type = target.textOr("type", "");
        return switch (type) {
            case "External" -> valueOrAverage("external", target, current);
            case "Object" -> valueOrAverage("object", target, current);
            case "Pods" ->
                figure(current, "pods", "current", "averageValue") + "/"
                        + figure(target, "pods", "target", "averageValue");
            case "Resource" -> resource("resource", target, current);
            case "ContainerResource" -> resource("containerResource", target, current);
            default -> "<unknown type>";
        };
    }

    private static String valueOrAverage(String source, JsonObject target, JsonObject current) {
        Optional<String> average = find(target, source, "target", "averageValue");
        return average.isPresent()
                ? figure(current, source, "current", "averageValue") + "/" + average.get() + " (avg)"
                : figure(current, source, "current", "value") + "/" + figure(target, source, "target", "value");
    }

    private static String resource(String source, JsonObject target, JsonObject current) {
        String name = find(target, source, "name").orElse("");
        Optional<String> average = find(target, source, "target", "averageValue");
        if (average.isPresent()) {
            return name + ": " + figure(current, source, "current", "averageValue") + "/" + average.get();
        }
        String goal = find(target, source, "target", "averageUtilization")
                .map(percent -> percent + "%")
                .orElse("<auto>");
        String now = find(current, source, "current", "averageUtilization")
                .map(percent -> percent + "%")
                .orElse(Subject.UNKNOWN);
        return name + ": " + now + "/" + goal;
    }

    private static String figure(JsonObject metric, String... path) {
        return find(metric, path).orElse(Subject.UNKNOWN);
    }

    private static Optional<String> find(JsonObject metric, String... path) {
        return switch (metric.at(path)) {
            case JsonValue.JsonString(String text) -> Optional.of(text);
            case JsonValue.JsonInteger(long number) -> Optional.of(Long.toString(number));
            case null, default -> Optional.empty();
        };
    }
}
