package dev.setpoint.resources.strategy.apps;

import dev.setpoint.machinery.api.FieldError;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.selector.LabelSelector;
import dev.setpoint.machinery.selector.MalformedSelectorException;
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
import dev.setpoint.resources.strategy.LabelSelectorValidation;
import dev.setpoint.resources.strategy.Preparation;
import dev.setpoint.resources.strategy.Shown;
import dev.setpoint.resources.strategy.pod.PodDefaults;
import dev.setpoint.resources.strategy.pod.PodSpecValidation;
import dev.setpoint.resources.strategy.pod.PodWarnings;
import dev.setpoint.resources.strategy.pod.TemplateValidation;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// DaemonSets.
public final class DaemonSetStrategy implements Defaults, Preparation, DesiredState, KindRules, KindWarnings {
    private static final FieldPath SPEC = FieldPath.of("spec");
    private static final List<String> COUNTS = List.of(
            "currentNumberScheduled",
            "numberMisscheduled",
            "desiredNumberScheduled",
            "numberReady",
            "observedGeneration",
            "updatedNumberScheduled",
            "numberAvailable",
            "numberUnavailable",
            "collisionCount");

    /// Where the generation of the template lives since it left the spec.
    private static final String TEMPLATE_GENERATION = "deprecated.daemonset.template.generation";

    @Override
    public void applyDefaults(JsonObject set) {
        JsonObject spec = set.child("spec");
        JsonObject strategy = spec.child("updateStrategy");
        Fields.fill(strategy, "type", JsonValue.of(DeploymentStrategy.ROLLING_UPDATE));
        if (strategy.textOr("type", "").equals(DeploymentStrategy.ROLLING_UPDATE)) {
            JsonObject rolling = strategy.child("rollingUpdate");
            rolling.putIfAbsent("maxUnavailable", JsonValue.of(1));
            rolling.putIfAbsent("maxSurge", JsonValue.of(0));
        }
        spec.putIfAbsent("revisionHistoryLimit", JsonValue.of(10));
        PodDefaults.template(spec.child("template"));
    }

    @Override
    public JsonObject initialStatus(JsonObject set) {
        return new JsonObject()
                .put("currentNumberScheduled", 0)
                .put("numberMisscheduled", 0)
                .put("desiredNumberScheduled", 0)
                .put("numberReady", 0);
    }

    @Override
    public void prepareForCreate(JsonObject set) {
        Preparation.super.prepareForCreate(set);
        templateGeneration(set, Math.max(1, templateGeneration(set)));
    }

    @Override
    public void prepareForUpdate(JsonObject set, JsonObject old) {
        Preparation.super.prepareForUpdate(set, old);
        boolean changed = !Objects.equals(set.at("spec", "template"), old.at("spec", "template"));
        templateGeneration(set, templateGeneration(old) + (changed ? 1 : 0));
    }

    private static long templateGeneration(JsonObject set) {
        String text = Fields.text(set, "metadata", "annotations", TEMPLATE_GENERATION);
        try {
            return text.isEmpty() ? 0 : Long.parseLong(text);
        } catch (NumberFormatException e) {
            return 0; // Somebody else's text: the count begins anew.
        }
    }

    private static void templateGeneration(JsonObject set, long generation) {
        set.child("metadata").child("annotations").put(TEMPLATE_GENERATION, Long.toString(generation));
    }

    @Override
    public void check(JsonObject set, FieldErrors errors) {
        JsonObject spec = set.child("spec");
        JsonObject selector = spec.object("selector");
        FieldPath path = SPEC.child("template");
        LabelSelectorValidation.check(selector, SPEC.child("selector"), errors);
        selectorMatches(selector, spec.object("template"), path, errors);
        if (selector != null && LabelSelectorValidation.isEmpty(selector)) {
            errors.invalidShown(
                    SPEC.child("selector"), Shown.selector(selector), "empty selector is invalid for daemonset");
        }
        PodSpecValidation.template(spec.object("template"), path, errors);
        TemplateValidation.longRunning(spec.object("template"), path, "DaemonSet", errors);
        Checks.notNegative(spec, "minReadySeconds", SPEC, errors);
        updateStrategy(spec.child("updateStrategy"), SPEC.child("updateStrategy"), errors);
        Checks.notNegative(spec, "revisionHistoryLimit", SPEC, errors);
    }

    private static void selectorMatches(
            @Nullable JsonObject selector, @Nullable JsonObject template, FieldPath path, FieldErrors errors) {
        JsonObject labels =
                template != null && template.at("metadata", "labels") instanceof JsonObject map ? map : null;
        try {
            if (!LabelSelector.of(selector).matches(TemplateValidation.labels(labels))) {
                errors.invalidShown(
                        path.child("metadata").child("labels"),
                        Shown.map(labels),
                        "`selector` does not match template `labels`");
            }
        } catch (MalformedSelectorException e) {
            return; // What is wrong with it has been said.
        }
    }

    private static void updateStrategy(JsonObject strategy, FieldPath path, FieldErrors errors) {
        switch (strategy.textOr("type", "")) {
            case "OnDelete" -> {}
            case DeploymentStrategy.ROLLING_UPDATE -> {
                JsonObject rolling = strategy.object("rollingUpdate");
                if (rolling == null) {
                    errors.required(path.child("rollingUpdate"), "");
                } else {
                    rollingUpdate(rolling, path.child("rollingUpdate"), errors);
                }
            }
            default ->
                errors.add(new FieldError(
                        "FieldValueNotSupported",
                        path.toString(),
                        "Unsupported value: {\"Type\":" + Quoted.of(strategy.textOr("type", ""))
                                + ",\"RollingUpdate\":null}: supported values: \"RollingUpdate\", \"OnDelete\""));
        }
    }

    /// One of the two moves the update on; both at once would not be told apart.
    private static void rollingUpdate(JsonObject rolling, FieldPath path, FieldErrors errors) {
        List<String> fields = List.of("maxUnavailable", "maxSurge");
        for (String field : fields) {
            JsonValue value = rolling.get(field);
            if (value != null) {
                IntOrPercent.check(value, path.child(field), errors);
            }
        }
        for (String field : fields) {
            JsonValue value = rolling.get(field);
            if (value != null) {
                IntOrPercent.checkShare(value, path.child(field), errors);
            }
        }
        boolean unavailable = !IntOrPercent.isZero(rolling.get("maxUnavailable"));
        boolean surge = !IntOrPercent.isZero(rolling.get("maxSurge"));
        if (unavailable && surge) {
            errors.invalidShown(
                    path.child("maxSurge"),
                    Shown.value(rolling.get("maxSurge")),
                    "may not be set when maxUnavailable is non-zero");
        } else if (!unavailable && !surge) {
            errors.required(path.child("maxUnavailable"), "cannot be 0 when maxSurge is 0");
        }
    }

    @Override
    public void checkUpdate(JsonObject set, JsonObject old, FieldErrors errors) {
        TemplateValidation.immutableSelector(set.child("spec"), old.child("spec"), SPEC, errors);
        check(set, errors);
    }

    @Override
    public void checkStatusUpdate(JsonObject set, JsonObject old, FieldErrors errors) {
        FieldPath path = FieldPath.of("status");
        JsonObject status = set.child("status");
        for (String count : COUNTS) {
            Checks.notNegative(status, count, path, errors);
        }
        long collisions = status.integerOr("collisionCount", 0);
        if (collisions < Fields.integer(old, "status", "collisionCount")) {
            errors.invalid(path.child("collisionCount"), collisions, "cannot be decremented");
        }
    }

    @Override
    public List<String> warnings(JsonObject set) {
        return PodWarnings.template(set.child("spec").object("template"), SPEC.child("template"));
    }

    @Override
    public List<String> warningsOnUpdate(JsonObject set, JsonObject old) {
        return changesDesiredState(set, old) ? warnings(set) : List.of();
    }
}
