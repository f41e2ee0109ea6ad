package dev.setpoint.resources.conversion;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// One metric in the form of autoscaling/v2, which names what is measured and nests the figures, and in that of
/// autoscaling/v1, which spells each combination out.
///
///     v2  {"type":"Pods","pods":{"metric":{"name":"qps"},"target":{"type":"AverageValue","averageValue":"5"}}}
///     v1  {"type":"Pods","pods":{"metricName":"qps","targetAverageValue":"5"}}
enum AutoscalerMetrics {
    /// What the autoscaler aims at.
    TARGET,
    /// What it sees.
    CURRENT;

    private static final JsonValue ZERO = JsonValue.of("0");

    /// The v2 field that holds the figures, and how v1 names of figures begin.
    private String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    JsonObject toV1(JsonObject metric) {
        JsonObject converted = new JsonObject().put("type", metric.textOr("type", ""));
        metric.forEach((source, value) -> {
            if (value instanceof JsonObject details) {
                converted.put(source, detailsToV1(source, details));
            }
        });
        return converted;
    }

    private JsonObject detailsToV1(String source, JsonObject details) {
        JsonObject given = details.object(word());
        JsonObject figures = given == null ? new JsonObject() : given;
        JsonObject result = new JsonObject();
        switch (source) {
            case "resource", "containerResource" -> {
                put(result, "name", details.get("name"));
                put(result, word() + "AverageUtilization", figures.get("averageUtilization"));
                put(result, word() + "AverageValue", orZeroIf(this == CURRENT, figures.get("averageValue")));
                put(result, "container", details.get("container"));
            }
            case "pods" -> {
                put(result, "metricName", details.at("metric", "name"));
                put(result, word() + "AverageValue", orZeroIf(true, figures.get("averageValue")));
                put(result, "selector", details.at("metric", "selector"));
            }
            case "object" -> {
                put(result, "target", details.get("describedObject"));
                put(result, "metricName", details.at("metric", "name"));
                put(result, word() + "Value", orZeroIf(true, figures.get("value")));
                put(result, "selector", details.at("metric", "selector"));
                put(result, "averageValue", figures.get("averageValue"));
            }
            case "external" -> {
                put(result, "metricName", details.at("metric", "name"));
                put(result, "metricSelector", details.at("metric", "selector"));
                put(result, word() + "Value", orZeroIf(this == CURRENT, figures.get("value")));
                put(result, word() + "AverageValue", figures.get("averageValue"));
            }
            default -> {} // No such source: whoever validates will say so.
        }
        return result;
    }

    JsonObject toV2(JsonObject metric) {
        JsonObject converted = new JsonObject().put("type", metric.textOr("type", ""));
        metric.forEach((source, value) -> {
            if (value instanceof JsonObject details) {
                converted.put(source, detailsToV2(source, details));
            }
        });
        return converted;
    }

    private JsonObject detailsToV2(String source, JsonObject details) {
        JsonObject result = new JsonObject();
        JsonValue value = details.get(word() + "Value");
        JsonValue averageValue = details.get(source.equals("object") ? "averageValue" : word() + "AverageValue");
        JsonValue utilization = details.get(word() + "AverageUtilization");
        switch (source) {
            case "resource", "containerResource" -> {
                put(result, "name", details.get("name"));
                put(result, "container", details.get("container"));
                result.put(
                        word(),
                        figures(utilization == null ? "AverageValue" : "Utilization", null, averageValue, utilization));
            }
            case "pods" -> {
                result.put("metric", identifier(details, "selector"));
                result.put(word(), figures("AverageValue", null, averageValue, null));
            }
            case "object" -> {
                put(result, "describedObject", details.get("target"));
                result.put("metric", identifier(details, "selector"));
                // v1 cannot leave the value out and writes "0" beside an average.
                boolean written = this == TARGET && averageValue != null && ZERO.equals(value);
                result.put(
                        word(),
                        figures(
                                averageValue == null ? "Value" : "AverageValue",
                                written ? null : value,
                                averageValue,
                                null));
            }
            case "external" -> {
                result.put("metric", identifier(details, "metricSelector"));
                result.put(word(), figures(value == null ? "AverageValue" : "Value", value, averageValue, null));
            }
            default -> {} // No such source: whoever validates will say so.
        }
        return result;
    }

    private JsonObject figures(
            String type, @Nullable JsonValue value, @Nullable JsonValue averageValue, @Nullable JsonValue utilization) {
        JsonObject figures = new JsonObject();
        if (this == TARGET) {
            figures.put("type", type);
        }
        put(figures, "value", value);
        put(figures, "averageValue", averageValue);
        put(figures, "averageUtilization", utilization);
        return figures;
    }

    private static JsonObject identifier(JsonObject details, String selector) {
        JsonObject identifier = new JsonObject().put("name", details.textOr("metricName", ""));
        put(identifier, "selector", details.get(selector));
        return identifier;
    }

    private static @Nullable JsonValue orZeroIf(boolean always, @Nullable JsonValue value) {
        return value == null && always ? ZERO : value;
    }

    private static void put(JsonObject object, String field, @Nullable JsonValue value) {
        if (value != null) {
            object.put(field, value);
        }
    }
}
