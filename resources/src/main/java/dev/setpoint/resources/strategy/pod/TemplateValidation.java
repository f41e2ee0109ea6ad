package dev.setpoint.resources.strategy.pod;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue.JsonString;
import dev.setpoint.machinery.selector.LabelSelector;
import dev.setpoint.machinery.selector.MalformedSelectorException;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.LabelSelectorValidation;
import dev.setpoint.resources.strategy.Shown;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The selector and the template of a kind that keeps pods running: what it makes, it must find again.
public final class TemplateValidation {
    private TemplateValidation() {}

    /// @param kind as the error about deadlines names it
    /// @param emptySelector what to say of a selector that selects everything
    public static void check(JsonObject spec, FieldPath path, String kind, String emptySelector, FieldErrors errors) {
        JsonObject selector = spec.object("selector");
        FieldPath at = path.child("selector");
        if (selector == null) {
            errors.required(at, "");
        } else {
            LabelSelectorValidation.check(selector, at, errors);
            if (LabelSelectorValidation.isEmpty(selector)) {
                errors.invalidShown(at, Shown.selector(selector), emptySelector);
            }
        }
        try {
            template(spec.object("template"), LabelSelector.of(selector), path.child("template"), kind, errors);
        } catch (MalformedSelectorException e) {
            errors.invalidShown(at, Shown.selector(selector), "invalid label selector");
        }
    }

    public static void template(
            @Nullable JsonObject template, LabelSelector selector, FieldPath path, String kind, FieldErrors errors) {
        JsonObject labels =
                template != null && template.at("metadata", "labels") instanceof JsonObject map ? map : null;
        if (!selector.isEverything() && !selector.matches(labels(labels))) {
            errors.invalidShown(
                    path.child("metadata").child("labels"),
                    Shown.map(labels),
                    "`selector` does not match template `labels`");
        }
        PodSpecValidation.template(template, path, errors);
        longRunning(template, path, kind, errors);
    }

    /// Pods that somebody keeps running restart and have no end of their own.
    public static void longRunning(@Nullable JsonObject template, FieldPath path, String kind, FieldErrors errors) {
        JsonObject spec = template == null ? null : template.object("spec");
        String restart = spec == null ? "" : spec.textOr("restartPolicy", "");
        if (!restart.equals("Always")) {
            errors.notSupported(path.child("spec").child("restartPolicy"), restart, List.of("Always"));
        }
        if (spec != null && spec.has("activeDeadlineSeconds")) {
            errors.forbidden(
                    path.child("spec").child("activeDeadlineSeconds"),
                    "activeDeadlineSeconds in " + kind + " is not Supported");
        }
    }

    public static Map<String, String> labels(@Nullable JsonObject labels) {
        Map<String, String> texts = new LinkedHashMap<>();
        if (labels != null) {
            labels.forEach((key, value) -> texts.put(key, value instanceof JsonString(String text) ? text : ""));
        }
        return texts;
    }

    /// What a selector selected it selects for ever: the pods are found by it.
    public static void immutableSelector(JsonObject spec, JsonObject before, FieldPath path, FieldErrors errors) {
        JsonObject selector = spec.object("selector");
        if (!Objects.equals(selector, before.object("selector"))) {
            errors.invalidShown(path.child("selector"), Shown.selector(selector), "field is immutable");
        }
    }
}
