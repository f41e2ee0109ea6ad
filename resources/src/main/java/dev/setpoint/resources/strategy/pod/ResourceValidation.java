package dev.setpoint.resources.strategy.pod;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.quantity.MalformedQuantityException;
import dev.setpoint.machinery.quantity.Quantity;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.Quantities;
import dev.setpoint.resources.strategy.ResourceNames;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What containers and pods ask for and are held to.
public final class ResourceValidation {
    private static final List<String> POD_LEVEL = List.of("cpu", "hugepages-", "memory");

    private ResourceValidation() {}

    static void container(@Nullable JsonObject resources, PodContext pod, FieldPath path, FieldErrors errors) {
        if (resources == null || resources.isEmpty()) {
            return;
        }
        requirements(resources, ResourceNames::checkContainer, path, errors);
        claims(resources, pod.claims(), path, errors);
    }

    /// What the pod as a whole may use.
    static void pod(JsonObject spec, PodContext pod, FieldPath path, FieldErrors errors) {
        JsonObject resources = spec.object("resources");
        if (resources == null) {
            return;
        }
        FieldPath at = path.child("resources");
        if (pod.operatingSystem().equals("windows")) {
            errors.forbidden(at, "may not be set for a windows pod");
            return;
        }
        if (resources.has("claims")) {
            errors.forbidden(at.child("claims"), "claims may not be set for Resources at pod-level");
        }
        requirements(resources, ResourceValidation::podLevelName, at, errors);
        PodLevelResources.checkConsistency(spec, resources, at, errors);
    }

    private static void podLevelName(String name, FieldPath path, FieldErrors errors) {
        if (ResourceNames.check(name, path, errors)
                && !name.equals("cpu")
                && !name.equals("memory")
                && !ResourceNames.isHugePages(name)) {
            errors.notSupported(path, name, POD_LEVEL);
        }
    }

    /// What a pod needs besides its containers.
    /// What a runtime needs for itself beside the containers.
    public static void overhead(@Nullable JsonObject overhead, FieldPath path, FieldErrors errors) {
        if (overhead != null) {
            requirements(new JsonObject().put("limits", overhead), ResourceNames::checkContainer, path, errors);
        }
    }

    @FunctionalInterface
    private interface NameCheck {
        void check(String name, FieldPath path, FieldErrors errors);
    }

    private static void requirements(JsonObject resources, NameCheck names, FieldPath path, FieldErrors errors) {
        FieldPath limitPath = path.child("limits");
        FieldPath requestPath = path.child("requests");
        JsonObject limits = orEmpty(resources.object("limits"));
        JsonObject requests = orEmpty(resources.object("requests"));
        for (Map.Entry<String, JsonValue> limit : limits.entries()) {
            quantity(limit.getKey(), Quantities.of(limit.getValue()), names, limitPath, errors);
            pages(limit.getKey(), Quantities.of(limit.getValue()), limitPath, errors);
        }
        for (Map.Entry<String, JsonValue> request : requests.entries()) {
            String name = request.getKey();
            Quantity wanted = Quantities.of(request.getValue());
            quantity(name, wanted, names, requestPath, errors);
            withinLimit(name, wanted, limits.get(name), requestPath, limitPath, errors);
            pages(name, wanted, requestPath, errors);
        }
        if (!hasComputing(limits) && !hasComputing(requests) && (hasPages(limits) || hasPages(requests))) {
            errors.forbidden(path, "HugePages require cpu or memory");
        }
    }

    private static void quantity(String name, Quantity amount, NameCheck names, FieldPath list, FieldErrors errors) {
        FieldPath path = list.key(name);
        names.check(name, path, errors);
        quantity(name, amount, path, errors);
    }

    /// An amount of something is not negative, and whole where there are only whole ones.
    public static void quantity(String name, Quantity amount, FieldPath path, FieldErrors errors) {
        if (amount.signum() < 0) {
            errors.invalid(path, amount.toString(), Checks.NOT_NEGATIVE);
        }
        if (ResourceNames.isWhole(name) && amount.millis() % 1000 != 0) {
            errors.invalid(path, amount.toString(), "must be an integer");
        }
    }

    private static void withinLimit(
            String name,
            Quantity wanted,
            @Nullable JsonValue limitValue,
            FieldPath requests,
            FieldPath limits,
            FieldErrors errors) {
        boolean flexible = ResourceNames.allowsOvercommit(name);
        if (limitValue == null) {
            if (!flexible) {
                errors.required(limits, "Limit must be set for non overcommitable resources");
            }
            return;
        }
        Quantity limit = Quantities.of(limitValue);
        if (!flexible && !wanted.equals(limit)) {
            errors.invalid(requests, wanted.toString(), "must be equal to " + name + " limit of " + limit);
        } else if (wanted.compareTo(limit) > 0) {
            errors.invalid(requests, wanted.toString(), "must be less than or equal to " + name + " limit of " + limit);
        }
    }

    private static void pages(String name, Quantity amount, FieldPath list, FieldErrors errors) {
        if (ResourceNames.isHugePages(name) && !isMultiple(amount, name)) {
            errors.invalid(list.key(name), amount.toString(), amount + " is not positive integer multiple of " + name);
        }
    }

    private static boolean isMultiple(Quantity amount, String name) {
        try {
            Quantity page = Quantity.parse(name.substring("hugepages-".length()));
            return page.signum() > 0 && page.millis() % 1000 == 0 && amount.value() % page.value() == 0;
        } catch (MalformedQuantityException e) {
            return false; // The rest of the name is free text.
        }
    }

    private static boolean hasComputing(JsonObject list) {
        return list.has("cpu") || list.has("memory");
    }

    private static boolean hasPages(JsonObject list) {
        for (String name : list.names()) {
            if (ResourceNames.isHugePages(name)) {
                return true;
            }
        }
        return false;
    }

    private static JsonObject orEmpty(@Nullable JsonObject list) {
        return list == null ? new JsonObject() : list;
    }

    private static void claims(JsonObject resources, Set<String> known, FieldPath path, FieldErrors errors) {
        Set<String> used = new HashSet<>();
        Fields.each(resources, "claims", path, (claim, at) -> {
            String name = claim.textOr("name", "");
            if (name.isEmpty()) {
                errors.required(at, "");
                return;
            }
            String request = claim.textOr("request", "");
            if (used.contains(name)) {
                errors.duplicate(at, name);
            } else {
                claim(name, request, used, at, errors);
            }
            if (!known.contains(name)) {
                String names = known.isEmpty() ? " which is empty" : ": " + String.join(", ", new TreeSet<>(known));
                errors.notFound(at, name, "must be one of the names in pod.spec.resourceClaims" + names);
            }
        });
    }

    /// A claim is used once as a whole, or once for each of its requests.
    private static void claim(String name, String request, Set<String> used, FieldPath path, FieldErrors errors) {
        String key = request.isEmpty() ? name : name + "/" + request;
        if (!request.isEmpty()) {
            Checks.label(request, path.child("request"), errors);
        }
        if (used.contains(key)) {
            errors.duplicate(path, key);
        } else if (request.isEmpty()) {
            for (String other : used) {
                if (other.startsWith(name + "/")) {
                    errors.duplicate(path, name);
                }
            }
        }
        used.add(key);
    }
}
