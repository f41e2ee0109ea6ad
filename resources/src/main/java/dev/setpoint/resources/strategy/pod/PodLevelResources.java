package dev.setpoint.resources.strategy.pod;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.quantity.Quantity;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.Quantities;
import dev.setpoint.resources.strategy.ResourceNames;
import java.util.LinkedHashMap;
import java.util.Map;

/// Resources of a pod as a whole, beside those of its containers.
final class PodLevelResources {
    private PodLevelResources() {}

    /// Completes what the author began: without any resource of the pod itself nothing is filled.
    static void fill(JsonObject spec) {
        JsonObject resources = spec.object("resources");
        if (resources == null || (!Fields.isSet(resources, "limits") && !Fields.isSet(resources, "requests"))) {
            return;
        }
        fillHugePageLimits(spec, resources);
        if (Fields.isSet(resources, "limits")) {
            fillRequests(spec, resources);
        }
    }

    private static void fillHugePageLimits(JsonObject spec, JsonObject resources) {
        JsonObject requests = resources.object("requests");
        aggregate(spec, "limits").forEach((name, amount) -> {
            boolean requested = requests != null && requests.has(name);
            if (ResourceNames.isHugePages(name) && !requested) {
                resources.child("limits").putIfAbsent(name, JsonValue.of(amount.toString()));
            }
        });
    }

    private static void fillRequests(JsonObject spec, JsonObject resources) {
        JsonObject requests = new JsonObject();
        JsonObject given = resources.object("requests");
        if (given != null) {
            given.forEach(requests::put);
        }
        aggregate(spec, "requests").forEach((name, amount) -> {
            if (name.equals("cpu") || name.equals("memory")) {
                requests.putIfAbsent(name, JsonValue.of(amount.toString()));
            }
        });
        resources.child("limits").forEach((name, amount) -> {
            if (isSupported(name)) {
                requests.putIfAbsent(name, amount);
            }
        });
        if (!requests.isEmpty()) {
            resources.put("requests", requests);
        }
    }

    private static boolean isSupported(String name) {
        return name.equals("cpu") || name.equals("memory") || ResourceNames.isHugePages(name);
    }

    /// The pod may not ask for less than its containers together, nor a container be allowed more than its pod.
    static void checkConsistency(JsonObject spec, JsonObject resources, FieldPath path, FieldErrors errors) {
        JsonObject requests = amounts(resources, "requests");
        JsonObject limits = amounts(resources, "limits");
        aggregate(spec, "requests").forEach((name, sum) -> {
            Quantity whole = Quantities.of(requests.get(name));
            if (requests.has(name) && sum.compareTo(whole) > 0) {
                errors.invalid(
                        path.child("requests").key(name),
                        whole.toString(),
                        "must be greater than or equal to aggregate container requests of " + sum);
            }
        });
        aggregate(spec, "limits").forEach((name, sum) -> {
            Quantity whole = Quantities.of(limits.get(name));
            if (ResourceNames.isHugePages(name) && limits.has(name) && sum.compareTo(whole) > 0) {
                errors.invalid(
                        path.child("limits").key(name),
                        whole.toString(),
                        "must be greater than or equal to aggregate container limits of " + sum);
            }
        });
        Fields.each(spec, "containers", path, (container, at) -> {
            if (container.at("resources", "limits") instanceof JsonObject own) {
                own.forEach((name, value) -> {
                    Quantity limit = Quantities.of(value);
                    Quantity whole = Quantities.of(limits.get(name));
                    if (limits.has(name) && limit.compareTo(whole) > 0) {
                        errors.invalid(
                                at.key(name).child("limits"),
                                limit.toString(),
                                "must be less than or equal to pod limits of " + whole);
                    }
                });
            }
        });
    }

    private static JsonObject amounts(JsonObject resources, String list) {
        JsonObject amounts = resources.object(list);
        return amounts == null ? new JsonObject() : amounts;
    }

    /// What the containers need at most at one time: init containers run one after the other, before the rest, but
    /// beside those that stay.
    private static Map<String, Quantity> aggregate(JsonObject spec, String list) {
        Map<String, Quantity> total = new LinkedHashMap<>();
        Fields.each(spec, "containers", container -> add(total, container, list));
        Map<String, Quantity> staying = new LinkedHashMap<>();
        Map<String, Quantity> most = new LinkedHashMap<>();
        Fields.each(spec, "initContainers", container -> {
            Map<String, Quantity> now = new LinkedHashMap<>(staying);
            add(now, container, list);
            if (ContainerValidation.isSidecar(container)) {
                add(total, container, list);
                add(staying, container, list);
            }
            now.forEach((name, amount) -> most.merge(name, amount, PodLevelResources::larger));
        });
        most.forEach((name, amount) -> total.merge(name, amount, PodLevelResources::larger));
        return total;
    }

    private static Quantity larger(Quantity one, Quantity other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    private static void add(Map<String, Quantity> sums, JsonObject container, String list) {
        if (container.at("resources", list) instanceof JsonObject amounts) {
            amounts.forEach((name, amount) -> sums.merge(name, Quantities.of(amount), Quantity::plus));
        }
    }
}
