package dev.setpoint.resources.strategy.autoscaling;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.Formats;
import dev.setpoint.resources.strategy.Quantities;
import dev.setpoint.resources.strategy.ResourceNames;
import java.util.ArrayList;
import java.util.List;

/// What an autoscaler goes by: one source, and the target for it.
final class MetricValidation {
    /// As the types are named, sorted; each is also the name of a field, with a small first letter.
    private static final List<String> TYPES = List.of("ContainerResource", "External", "Object", "Pods", "Resource");
    /// In the order in which a metric is looked at.
    private static final List<String> SOURCES = List.of("object", "external", "pods", "resource", "containerResource");

    private final ObjectReferenceValidation.Version version;
    private final FieldErrors errors;

    MetricValidation(ObjectReferenceValidation.Version version, FieldErrors errors) {
        this.version = version;
        this.errors = errors;
    }

    void check(JsonObject metric, FieldPath path) {
        String type = metric.textOr("type", "");
        if (type.isEmpty()) {
            errors.required(path.child("type"), "must specify a metric source type");
        }
        if (!TYPES.contains(type)) {
            errors.notSupported(path.child("type"), type, TYPES);
        }
        List<String> present = new ArrayList<>();
        for (String source : SOURCES) {
            JsonObject settings = metric.object(source);
            if (settings != null) {
                present.add(source);
                if (present.size() == 1) {
                    source(source, settings, path.child(source));
                }
            }
        }
        if (!TYPES.contains(type)) {
            errors.notSupported(path.child("type"), type, TYPES);
        }
        String expected = type.isEmpty() ? "" : Character.toLowerCase(type.charAt(0)) + type.substring(1);
        if (TYPES.contains(type) && !present.contains(expected)) {
            errors.required(path.child(expected), "must populate information for the given metric source");
        }
        if (present.size() != 1) {
            present.remove(expected);
            present.forEach(other -> errors.forbidden(path.child(other), "must populate the given metric source only"));
        }
    }

    private void source(String source, JsonObject settings, FieldPath path) {
        JsonObject target = settings.child("target");
        FieldPath at = path.child("target");
        switch (source) {
            case "object" -> {
                ObjectReferenceValidation.check(
                        settings.child("describedObject"), version, path.child("describedObject"), errors);
                identifier(settings, path);
                target(target, at);
                if (!target.has("value") && !target.has("averageValue")) {
                    errors.required(at.child("averageValue"), "must set either a target value or averageValue");
                }
            }
            case "external" -> {
                identifier(settings, path);
                target(target, at);
                external(target, at);
            }
            case "pods" -> {
                identifier(settings, path);
                target(target, at);
                if (!target.has("averageValue")) {
                    errors.required(at.child("averageValue"), "must specify a positive target averageValue");
                }
            }
            default -> {
                resource(source, settings, path);
                target(target, at);
                utilization(target, at);
            }
        }
    }

    private void external(JsonObject target, FieldPath path) {
        if (!target.has("value") && !target.has("averageValue")) {
            errors.required(
                    path.child("averageValue"), "must set either a target value for metric or a per-pod target");
        }
        if (target.has("value") && target.has("averageValue")) {
            errors.forbidden(path.child("value"), "may not set both a target value for metric and a per-pod target");
        }
    }

    private void resource(String source, JsonObject settings, FieldPath path) {
        String name = settings.textOr("name", "");
        boolean ofContainer = source.equals("containerResource");
        if (name.isEmpty()) {
            errors.required(path.child("name"), "must specify a resource name");
        } else if (ofContainer) {
            ResourceNames.checkContainer(name, path.child("name"), errors);
        }
        if (ofContainer) {
            String container = settings.textOr("container", "");
            if (container.isEmpty()) {
                errors.required(path.child("container"), "must specify a container");
            } else {
                Checks.label(container, path.child("container"), errors);
            }
        }
    }

    private void utilization(JsonObject target, FieldPath path) {
        if (!target.has("averageUtilization") && !target.has("averageValue")) {
            errors.required(
                    path.child("averageUtilization"), "must set either a target raw value or a target utilization");
        }
        if (target.has("averageUtilization") && target.has("averageValue")) {
            errors.forbidden(
                    path.child("averageValue"), "may not set both a target raw value and a target utilization");
        }
    }

    private void target(JsonObject target, FieldPath path) {
        String type = target.textOr("type", "");
        if (type.isEmpty()) {
            errors.required(path.child("type"), "must specify a metric target type");
        }
        if (!List.of("Utilization", "Value", "AverageValue").contains(type)) {
            errors.invalid(path.child("type"), type, "must be either Utilization, Value, or AverageValue");
        }
        for (String field : List.of("value", "averageValue")) {
            JsonValue amount = target.get(field);
            if (amount != null && Quantities.of(amount).signum() != 1) {
                errors.invalid(path.child(field), Quantities.text(amount), "must be positive");
            }
        }
        if (target.has("averageUtilization") && target.integerOr("averageUtilization", 0) < 1) {
            errors.invalid(
                    path.child("averageUtilization"),
                    target.integerOr("averageUtilization", 0),
                    "must be greater than 0");
        }
    }

    private void identifier(JsonObject settings, FieldPath path) {
        String name = Fields.text(settings, "metric", "name");
        FieldPath at = path.child("metric").child("name");
        if (name.isEmpty()) {
            errors.required(at, "must specify a metric name");
        } else {
            errors.invalid(at, name, Formats.pathSegment(name));
        }
    }
}
