package dev.setpoint.resources.strategy.apps;

import dev.setpoint.machinery.api.FieldError;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.JsonValue.JsonInteger;
import dev.setpoint.machinery.text.Quoted;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.Defaults;
import dev.setpoint.resources.strategy.DesiredState;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.IntOrPercent;
import dev.setpoint.resources.strategy.KindRules;
import dev.setpoint.resources.strategy.KindWarnings;
import dev.setpoint.resources.strategy.Preparation;
import dev.setpoint.resources.strategy.Shown;
import dev.setpoint.resources.strategy.pod.PodDefaults;
import dev.setpoint.resources.strategy.pod.PodWarnings;
import dev.setpoint.resources.strategy.pod.ReplicaStatus;
import dev.setpoint.resources.strategy.pod.TemplateValidation;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Deployments.
public final class DeploymentStrategy implements Defaults, Preparation, DesiredState, KindRules, KindWarnings {
    private static final JsonValue ONE = JsonValue.of(1);
    private static final JsonValue QUARTER = JsonValue.of("25%");
    private static final JsonValue REVISIONS = JsonValue.of(10);
    private static final JsonValue DEADLINE_SECONDS = JsonValue.of(600);
    static final String ROLLING_UPDATE = "RollingUpdate";
    private static final String RECREATE = "Recreate";
    private static final FieldPath SPEC = FieldPath.of("spec");
    private static final FieldPath STATUS = FieldPath.of("status");
    private static final List<String> COUNTS = List.of(
            "observedGeneration",
            "replicas",
            "updatedReplicas",
            "readyReplicas",
            "availableReplicas",
            "unavailableReplicas",
            "terminatingReplicas",
            "collisionCount");

    @Override
    public void applyDefaults(JsonObject deployment) {
        JsonObject spec = deployment.child("spec");
        spec.putIfAbsent("replicas", ONE);
        JsonObject strategy = spec.child("strategy");
        Fields.fill(strategy, "type", JsonValue.of(ROLLING_UPDATE));
        if (strategy.textOr("type", "").equals(ROLLING_UPDATE)) {
            JsonObject rolling = strategy.child("rollingUpdate");
            rolling.putIfAbsent("maxUnavailable", QUARTER);
            rolling.putIfAbsent("maxSurge", QUARTER);
        }
        spec.putIfAbsent("revisionHistoryLimit", REVISIONS);
        spec.putIfAbsent("progressDeadlineSeconds", DEADLINE_SECONDS);
        PodDefaults.template(spec.child("template"));
    }

    @Override
    public JsonObject initialStatus(JsonObject deployment) {
        return new JsonObject();
    }

    @Override
    public void prepareForStatusUpdate(JsonObject deployment, JsonObject old) {
        Fields.keep("spec", deployment, old);
        Fields.keep("labels", deployment.child("metadata"), old.child("metadata"));
    }

    /// Annotations tell the controller what to do, too.
    @Override
    public boolean changesDesiredState(JsonObject deployment, JsonObject old) {
        return DesiredState.super.changesDesiredState(deployment, old)
                || !Objects.equals(deployment.at("metadata", "annotations"), old.at("metadata", "annotations"));
    }

    @Override
    public void check(JsonObject deployment, FieldErrors errors) {
        JsonObject spec = deployment.child("spec");
        Checks.notNegative(spec, "replicas", SPEC, errors);
        TemplateValidation.check(spec, SPEC, "ReplicaSet", "empty selector is invalid for deployment", errors);
        strategy(spec.child("strategy"), SPEC.child("strategy"), errors);
        Checks.notNegative(spec, "minReadySeconds", SPEC, errors);
        Checks.notNegative(spec, "revisionHistoryLimit", SPEC, errors);
        Checks.notNegative(spec, "progressDeadlineSeconds", SPEC, errors);
        if (spec.get("progressDeadlineSeconds") instanceof JsonInteger(long deadline)
                && deadline <= spec.integerOr("minReadySeconds", 0)) {
            errors.invalid(SPEC.child("progressDeadlineSeconds"), deadline, "must be greater than minReadySeconds");
        }
    }

    private static void strategy(JsonObject strategy, FieldPath path, FieldErrors errors) {
        JsonObject rolling = strategy.object("rollingUpdate");
        FieldPath at = path.child("rollingUpdate");
        switch (strategy.textOr("type", "")) {
            case RECREATE -> {
                if (rolling != null) {
                    errors.forbidden(at, "may not be specified when strategy `type` is 'Recreate'");
                }
            }
            case ROLLING_UPDATE -> rollingUpdate(rolling == null ? new JsonObject() : rolling, at, errors);
            default ->
                errors.add(new FieldError(
                        "FieldValueNotSupported",
                        path.toString(),
                        "Unsupported value: " + shown(strategy)
                                + ": supported values: \"Recreate\", \"RollingUpdate\""));
        }
    }

    private static String shown(JsonObject strategy) {
        JsonValue rolling = strategy.get("rollingUpdate");
        return "{\"Type\":" + Quoted.of(strategy.textOr("type", "")) + ",\"RollingUpdate\":" + Shown.value(rolling)
                + "}";
    }

    private static void rollingUpdate(JsonObject rolling, FieldPath path, FieldErrors errors) {
        JsonValue unavailable = orZero(rolling.get("maxUnavailable"));
        JsonValue surge = orZero(rolling.get("maxSurge"));
        FieldPath at = path.child("maxUnavailable");
        IntOrPercent.check(unavailable, at, errors);
        IntOrPercent.check(surge, path.child("maxSurge"), errors);
        if (IntOrPercent.isZero(unavailable) && IntOrPercent.isZero(surge)) {
            errors.invalidShown(at, Shown.value(unavailable), "may not be 0 when `maxSurge` is 0");
        }
        IntOrPercent.checkShare(unavailable, at, errors);
    }

    private static JsonValue orZero(@Nullable JsonValue value) {
        return value == null ? JsonValue.of(0) : value;
    }

    @Override
    public void checkUpdate(JsonObject deployment, JsonObject old, FieldErrors errors) {
        check(deployment, errors);
        TemplateValidation.immutableSelector(deployment.child("spec"), old.child("spec"), SPEC, errors);
    }

    @Override
    public void checkStatusUpdate(JsonObject deployment, JsonObject old, FieldErrors errors) {
        JsonObject status = deployment.child("status");
        for (String count : COUNTS) {
            Checks.notNegative(status, count, STATUS, errors);
        }
        ReplicaStatus.partsOfAll(
                status, List.of("updatedReplicas", "readyReplicas", "availableReplicas"), STATUS, errors);
        long collisions = status.integerOr("collisionCount", 0);
        if (collisions < Fields.integer(old, "status", "collisionCount")) {
            errors.invalid(STATUS.child("collisionCount"), collisions, "cannot be decremented");
        }
    }

    @Override
    public List<String> warnings(JsonObject deployment) {
        return PodWarnings.templateOf(deployment, deployment.child("spec").object("template"), SPEC.child("template"));
    }

    @Override
    public List<String> warningsOnUpdate(JsonObject deployment, JsonObject old) {
        return changesDesiredState(deployment, old)
                ? PodWarnings.template(deployment.child("spec").object("template"), SPEC.child("template"))
                : List.of();
    }
}
