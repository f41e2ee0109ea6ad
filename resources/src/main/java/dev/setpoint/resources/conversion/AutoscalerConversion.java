package dev.setpoint.resources.conversion;

import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.JsonWriter;
import dev.setpoint.machinery.json.MalformedJsonException;
import dev.setpoint.machinery.schema.Canonical;
import dev.setpoint.resources.schema.BuiltInSchemas;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Autoscalers are kept as autoscaling/v2 and also served as autoscaling/v1, which knows no metric but the use of CPU.
/// All that v1 cannot say is in annotations: other metrics, the behaviour, conditions and the current metrics.
final class AutoscalerConversion implements Conversion {
    private static final GroupVersionKind V1 = new GroupVersionKind("autoscaling", "v1", "HorizontalPodAutoscaler");
    private static final GroupVersionKind V2 = new GroupVersionKind("autoscaling", "v2", "HorizontalPodAutoscaler");
    private static final String PREFIX = "autoscaling.alpha.kubernetes.io/";
    private static final String METRICS = PREFIX + "metrics";
    private static final String CURRENT_METRICS = PREFIX + "current-metrics";
    private static final String CONDITIONS = PREFIX + "conditions";
    private static final String BEHAVIOR = PREFIX + "behavior";
    private static final List<String> ROUND_TRIP = List.of(
            METRICS,
            CURRENT_METRICS,
            CONDITIONS,
            BEHAVIOR,
            PREFIX + "scale-down-tolerance",
            PREFIX + "scale-up-tolerance");
    private static final JsonValue USUAL_CPU_PERCENT = JsonValue.of(80);

    @Override
    public JsonObject toStored(JsonObject served) {
        JsonObject annotations = served.child("metadata").child("annotations");
        JsonObject spec = served.child("spec");
        JsonObject status = served.child("status");
        spec.put("metrics", metrics(spec, annotations));
        JsonValue current = currentMetrics(status, annotations);
        if (current != null) {
            status.put("currentMetrics", current);
        }
        if (parse(annotations.text(BEHAVIOR)) instanceof JsonObject behavior && !behavior.isEmpty()) {
            spec.put("behavior", recase(behavior, AutoscalerConversion::lowerFirst));
        }
        JsonArray conditions = objects(annotations.text(CONDITIONS));
        if (conditions != null) {
            status.put("conditions", conditions);
        }
        spec.remove("targetCPUUtilizationPercentage");
        status.remove("currentCPUUtilizationPercentage");
        return finish(served, annotations, V2);
    }

    /// The metrics of the annotation, then that of the field; if there is neither, what v1 has always meant by that.
    private static JsonArray metrics(JsonObject spec, JsonObject annotations) {
        JsonArray metrics = new JsonArray();
        JsonArray others = objects(annotations.text(METRICS));
        if (others != null) {
            others.objects().forEach(metric -> metrics.add(AutoscalerMetrics.TARGET.toV2(metric)));
        }
        if (spec.get("targetCPUUtilizationPercentage") instanceof JsonValue.JsonInteger percent) {
            metrics.add(cpuTarget(percent));
        } else if (metrics.isEmpty()) {
            metrics.add(cpuTarget(USUAL_CPU_PERCENT));
        }
        return metrics;
    }

    private static JsonObject cpuTarget(JsonValue percent) {
        JsonObject target = new JsonObject().put("type", "Utilization").put("averageUtilization", percent);
        return new JsonObject()
                .put("type", "Resource")
                .put("resource", new JsonObject().put("name", "cpu").put("target", target));
    }

    private static @Nullable JsonValue currentMetrics(JsonObject status, JsonObject annotations) {
        JsonArray all = objects(annotations.text(CURRENT_METRICS));
        if (all != null) {
            JsonArray metrics = new JsonArray();
            all.objects().forEach(metric -> metrics.add(AutoscalerMetrics.CURRENT.toV2(metric)));
            return metrics;
        }
        JsonValue percent = status.get("currentCPUUtilizationPercentage");
        if (!(percent instanceof JsonValue.JsonInteger)) {
            return null;
        }
        JsonObject current = new JsonObject().put("averageUtilization", percent);
        return JsonArray.of(new JsonObject()
                .put("type", "Resource")
                .put("resource", new JsonObject().put("name", "cpu").put("current", current)));
    }

    @Override
    public JsonObject toServed(JsonObject stored) {
        JsonObject annotations = stored.child("metadata").child("annotations");
        annotations.names().removeAll(ROUND_TRIP);
        JsonObject spec = stored.child("spec");
        JsonObject status = stored.child("status");
        JsonArray others = new JsonArray();
        for (JsonObject metric : objectsIn(spec.remove("metrics"))) {
            JsonValue percent = cpuPercent(metric, "target");
            if (percent == null) {
                others.add(AutoscalerMetrics.TARGET.toV1(metric));
            } else {
                spec.putIfAbsent("targetCPUUtilizationPercentage", percent);
            }
        }
        JsonArray current = new JsonArray();
        for (JsonObject metric : objectsIn(status.remove("currentMetrics"))) {
            JsonValue percent = cpuPercent(metric, "current");
            if (percent != null) {
                status.put("currentCPUUtilizationPercentage", percent);
            }
            current.add(AutoscalerMetrics.CURRENT.toV1(metric));
        }
        annotate(annotations, METRICS, others);
        annotate(annotations, CURRENT_METRICS, current);
        if (spec.remove("behavior") instanceof JsonObject behavior) {
            annotations.put(BEHAVIOR, JsonWriter.text(recase(behavior, AutoscalerConversion::upperFirst)));
        }
        if (status.remove("conditions") instanceof JsonArray conditions) {
            annotate(annotations, CONDITIONS, conditions);
        }
        return finish(stored, annotations, V1);
    }

    private static JsonObject finish(JsonObject autoscaler, JsonObject annotations, GroupVersionKind kind) {
        if (kind.equals(V2)) {
            annotations.names().removeAll(ROUND_TRIP);
        }
        autoscaler.put("apiVersion", kind.groupVersion().toString());
        Canonical.apply(autoscaler, BuiltInSchemas.of(kind));
        return autoscaler;
    }

    /// The percentage of a metric that v1 has a field for; null for all others.
    private static @Nullable JsonValue cpuPercent(JsonObject metric, String inner) {
        return metric.textOr("type", "").equals("Resource")
                        && Objects.equals(metric.at("resource", "name"), JsonValue.of("cpu"))
                ? metric.at("resource", inner, "averageUtilization")
                : null;
    }

    private static void annotate(JsonObject annotations, String name, JsonArray value) {
        if (!value.isEmpty()) {
            annotations.put(name, JsonWriter.text(value));
        }
    }

    private static List<JsonObject> objectsIn(@Nullable JsonValue value) {
        return value instanceof JsonArray array ? array.objects() : List.of();
    }

    /// The list in an annotation; null if there is none, or if somebody wrote something else there.
    private static @Nullable JsonArray objects(@Nullable String text) {
        return parse(text) instanceof JsonArray array && array.objects().size() == array.size() ? array : null;
    }

    private static @Nullable JsonValue parse(@Nullable String text) {
        try {
            return text == null ? null : JsonReader.value(text.getBytes(StandardCharsets.UTF_8));
        } catch (MalformedJsonException e) {
            return null; // Anyone may annotate; Kubernetes passes over what it cannot read.
        }
    }

    /// Kubernetes writes the behaviour under the names of Go fields: `ScaleUp`, `Policies`, `PeriodSeconds`.
    private static JsonValue recase(JsonValue value, UnaryOperator<String> name) {
        return switch (value) {
            case JsonObject object -> {
                JsonObject recased = new JsonObject();
                object.forEach((field, part) -> recased.put(name.apply(field), recase(part, name)));
                yield recased;
            }
            case JsonArray array -> {
                JsonArray recased = new JsonArray();
                array.forEach(part -> recased.add(recase(part, name)));
                yield recased;
            }
            default -> value;
        };
    }

    private static String upperFirst(String name) {
        return name.isEmpty() ? name : name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
    }

    private static String lowerFirst(String name) {
        return name.isEmpty() ? name : name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
    }
}
