package dev.setpoint.resources.strategy.core;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.quantity.Quantity;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.Formats;
import dev.setpoint.resources.strategy.Quantities;
import dev.setpoint.resources.strategy.ResourceNames;
import java.math.RoundingMode;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a LimitRange must look like: no bound contradicts another.
final class LimitRangeValidation {
    private static final List<String> TYPES = List.of("Pod", "Container", "PersistentVolumeClaim");
    private static final int SHOWN_DIGITS = 6;

    private final FieldErrors errors;

    LimitRangeValidation(FieldErrors errors) {
        this.errors = errors;
    }

    void check(JsonObject spec) {
        Set<String> types = new HashSet<>();
        Fields.each(spec, "limits", FieldPath.of("spec"), (limit, at) -> {
            String type = limit.textOr("type", "");
            List<String> mistakes = Formats.labelKey(type);
            errors.invalid(at.child("type"), type, mistakes);
            if (mistakes.isEmpty() && type.indexOf('/') < 0 && !TYPES.contains(type)) {
                errors.invalid(at.child("type"), type, "must be a standard limit type or fully qualified");
            }
            if (!types.add(type)) {
                errors.duplicate(at.child("type"), type);
            }
            limit(limit, type, at);
        });
    }

    private void limit(JsonObject limit, String type, FieldPath path) {
        Set<String> resources = new LinkedHashSet<>();
        names(limit, "max", type, resources, path);
        names(limit, "min", type, resources, path);
        for (String field : List.of("default", "defaultRequest")) {
            if (!type.equals("Pod")) {
                names(limit, field, type, resources, path);
            } else if (Fields.isSet(limit, field)) {
                errors.forbidden(path.child(field), "may not be specified when `type` is 'Pod'");
            }
        }
        if (type.equals("PersistentVolumeClaim")
                && limit.at("min", "storage") == null
                && limit.at("max", "storage") == null) {
            errors.required(
                    path.child("limits"),
                    "either minimum or maximum storage value is required, but neither was provided");
        }
        names(limit, "maxLimitRequestRatio", type, resources, path);
        resources.forEach(resource -> bounds(limit, resource, type.equals("Pod"), path));
    }

    private void names(JsonObject limit, String field, String type, Set<String> resources, FieldPath path) {
        JsonObject list = limit.object(field);
        if (list == null) {
            return;
        }
        for (String name : list.names()) {
            if (type.equals("Pod") || type.equals("Container")) {
                ResourceNames.checkContainer(name, path.child(field).key(name), errors);
            } else {
                ResourceNames.check(name, path.child(field).key(name), errors);
            }
            resources.add(name);
        }
    }

    private void bounds(JsonObject limit, String resource, boolean pod, FieldPath path) {
        Quantity least = amount(limit, "min", resource);
        Quantity most = amount(limit, "max", resource);
        Quantity usual = pod ? null : amount(limit, "default", resource);
        Quantity usualRequest = pod ? null : amount(limit, "defaultRequest", resource);
        FieldPath request = path.child("defaultRequest").key(resource);
        FieldPath fallback = path.child("default").key(resource);
        ordered("min value", least, "max value", most, path.child("min").key(resource), least);
        ordered("min value", least, "default request value", usualRequest, request, usualRequest);
        ordered("default request value", usualRequest, "max value", most, request, usualRequest);
        ordered("default request value", usualRequest, "default limit value", usual, request, usualRequest);
        ordered("min value", least, "default value", usual, fallback, least);
        ordered("default value", usual, "max value", most, fallback, most);
        ratio(amount(limit, "maxLimitRequestRatio", resource), least, most, path, resource);
        if (!ResourceNames.allowsOvercommit(resource)
                && usual != null
                && usualRequest != null
                && !usual.equals(usualRequest)) {
            errors.invalid(
                    request,
                    usualRequest.toString(),
                    "default value " + usual + " must equal to defaultRequest value " + usualRequest + " in "
                            + resource);
        }
    }

    private void ordered(
            String lowerName,
            @Nullable Quantity lower,
            String upperName,
            @Nullable Quantity upper,
            FieldPath path,
            @Nullable Quantity shown) {
        if (lower != null && upper != null && shown != null && lower.compareTo(upper) > 0) {
            errors.invalid(
                    path, shown.toString(), lowerName + " " + lower + " is greater than " + upperName + " " + upper);
        }
    }

    private void ratio(
            @Nullable Quantity ratio,
            @Nullable Quantity least,
            @Nullable Quantity most,
            FieldPath path,
            String resource) {
        if (ratio == null) {
            return;
        }
        FieldPath at = path.child("maxLimitRequestRatio").key(resource);
        if (ratio.compareTo(Quantity.parse("1")) < 0) {
            errors.invalid(at, ratio.toString(), "ratio " + ratio + " is less than 1");
        }
        if (least != null && most != null && least.signum() > 0) {
            var largest = most.amount().divide(least.amount(), SHOWN_DIGITS, RoundingMode.HALF_EVEN);
            if (ratio.amount().compareTo(largest) > 0) {
                errors.invalid(
                        at,
                        ratio.toString(),
                        "ratio " + ratio + " is greater than max/min = " + largest.toPlainString());
            }
        }
    }

    private static @Nullable Quantity amount(JsonObject limit, String field, String resource) {
        JsonValue value = limit.at(field, resource);
        return value == null ? null : Quantities.of(value);
    }
}
