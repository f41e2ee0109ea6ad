package dev.setpoint.resources.strategy.autoscaling;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.Defaults;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.KindRules;
import dev.setpoint.resources.strategy.Preparation;
import dev.setpoint.resources.strategy.autoscaling.ObjectReferenceValidation.Version;
import java.util.Objects;

/// HorizontalPodAutoscalers, in the version in which they are kept.
public final class HorizontalPodAutoscalerStrategy implements Defaults, Preparation, KindRules {
    private static final FieldPath SPEC = FieldPath.of("spec");
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
    public void check(JsonObject autoscaler, FieldErrors errors) {
        String kind = Fields.text(autoscaler, "spec", "scaleTargetRef", "kind");
        // The one scalable kind of the core group.
        Version version = kind.equals("ReplicationController") ? Version.ANY_GROUP : Version.NAMES_GROUP;
        check(autoscaler.child("spec"), 1, version, Version.ANY_GROUP, errors);
    }

    /// What was allowed to an autoscaler before stays allowed to it.
    @Override
    public void checkUpdate(JsonObject autoscaler, JsonObject old, FieldErrors errors) {
        JsonObject target = autoscaler.child("spec").child("scaleTargetRef");
        JsonObject before = old.child("spec").child("scaleTargetRef");
        boolean sameKind = target.textOr("apiVersion", "").equals(before.textOr("apiVersion", ""))
                && target.textOr("kind", "").equals(before.textOr("kind", ""));
        Version version = Version.NAMES_GROUP;
        if (sameKind) {
            version = Version.UNCHECKED;
        } else if (target.textOr("kind", "").equals("ReplicationController")) {
            version = Version.ANY_GROUP;
        }
        boolean scalesToZero = Objects.equals(old.at("spec", "minReplicas"), JsonValue.of(0));
        check(autoscaler.child("spec"), scalesToZero ? 0 : 1, version, metricVersion(old), errors);
    }

    private static Version metricVersion(JsonObject old) {
        for (JsonObject metric : Fields.objects(old.child("spec"), "metrics")) {
            String apiVersion = Fields.text(metric, "object", "describedObject", "apiVersion");
            if (metric.has("object") && ObjectReferenceValidation.mistake(apiVersion, Version.ANY_GROUP) != null) {
                return Version.UNCHECKED;
            }
        }
        return Version.ANY_GROUP;
    }

    private static void check(JsonObject spec, int least, Version target, Version metric, FieldErrors errors) {
        long minimum = spec.integerOr("minReplicas", 1);
        long maximum = spec.integerOr("maxReplicas", 0);
        if (minimum < least) {
            errors.invalid(SPEC.child("minReplicas"), minimum, "must be greater than or equal to " + least);
        }
        if (maximum == 0) {
            errors.required(SPEC.child("maxReplicas"), "must be set and greater than 0");
        } else if (maximum < 0) {
            errors.invalid(SPEC.child("maxReplicas"), maximum, "must be greater than or equal to 1");
        }
        if (maximum < minimum) {
            errors.invalid(SPEC.child("maxReplicas"), maximum, "must be greater than or equal to `minReplicas`");
        }
        ObjectReferenceValidation.check(spec.child("scaleTargetRef"), target, SPEC.child("scaleTargetRef"), errors);
        metrics(spec, minimum, metric, errors);
        JsonObject behavior = spec.object("behavior");
        if (behavior != null) {
            FieldPath path = SPEC.child("behavior");
            ScalingRulesValidation.check(behavior.object("scaleUp"), path.child("scaleUp"), errors);
            ScalingRulesValidation.check(behavior.object("scaleDown"), path.child("scaleDown"), errors);
        }
    }

    private static void metrics(JsonObject spec, long minimum, Version version, FieldErrors errors) {
        MetricValidation validation = new MetricValidation(version, errors);
        Fields.each(spec, "metrics", SPEC, validation::check);
        boolean worksAtZero = Fields.objects(spec, "metrics").stream()
                .map(metric -> metric.textOr("type", ""))
                .anyMatch(type -> type.equals("Object") || type.equals("External"));
        if (minimum == 0 && !worksAtZero) {
            errors.forbidden(
                    SPEC.child("metrics"),
                    "must specify at least one Object or External metric to support scaling to zero replicas");
        }
    }

    @Override
    public void checkStatusUpdate(JsonObject autoscaler, JsonObject old, FieldErrors errors) {
        Checks.notNegative(autoscaler.child("status"), "currentReplicas", FieldPath.of("status"), errors);
        Checks.notNegative(autoscaler.child("status"), "desiredReplicas", FieldPath.of("status"), errors);
    }

    @Override
    public JsonObject initialStatus(JsonObject autoscaler) {
        return new JsonObject().put("desiredReplicas", 0).put("currentMetrics", JsonValue.JsonNull.NULL);
    }
}
