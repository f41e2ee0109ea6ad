package dev.setpoint.resources.table;

import dev.setpoint.machinery.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/// The core group but for pods, services and volumes.
final class CoreRows {
    private static final String ROLE_PREFIX = "node-role.kubernetes.io/";

    private CoreRows() {}

    static Row namespace(Subject namespace) {
        return Row.of(namespace.name(), namespace.text("status", "phase"), namespace.age());
    }

    static Row configMap(Subject map) {
        return Row.of(map.name(), map.size("data") + map.size("binaryData"), map.age());
    }

    static Row secret(Subject secret) {
        return Row.of(secret.name(), secret.text("type"), secret.size("data"), secret.age());
    }

    static Row node(Subject node) {
        List<String> status = new ArrayList<>();
        String ready = node.condition("Ready");
        if (ready.isEmpty()) {
            status.add("Unknown");
        } else {
            status.add(ready.equals("True") ? "Ready" : "NotReady");
        }
        if (node.flag("spec", "unschedulable")) {
            status.add("SchedulingDisabled");
        }
        String kernel = node.textOr(Subject.UNKNOWN, "status", "nodeInfo", "kernelVersion");
        String architecture = node.text("status", "nodeInfo", "architecture");
        return Row.of(
                node.name(),
                String.join(",", status),
                roles(node),
                node.age(),
                node.text("status", "nodeInfo", "kubeletVersion"),
                address(node, "InternalIP"),
                address(node, "ExternalIP"),
                node.textOr(Subject.UNKNOWN, "status", "nodeInfo", "osImage"),
                architecture.isEmpty() ? kernel : kernel + " (" + architecture + ")",
                node.textOr(Subject.UNKNOWN, "status", "nodeInfo", "containerRuntimeVersion"));
    }

    private static String roles(Subject node) {
        TreeSet<String> roles = new TreeSet<>();
        JsonObject labels = node.object("metadata", "labels");
        if (labels != null) {
            for (String key : labels.names()) {
                if (key.startsWith(ROLE_PREFIX)) {
                    roles.add(key.substring(ROLE_PREFIX.length()));
                } else if (key.equals("kubernetes.io/role")) {
                    roles.add(labels.textOr(key, ""));
                }
            }
        }
        roles.remove("");
        return roles.isEmpty() ? Subject.NONE : String.join(",", roles);
    }

    private static String address(Subject node, String type) {
        for (JsonObject address : node.objects("status", "addresses")) {
            if (address.textOr("type", "").equals(type)) {
                return address.textOr("address", "");
            }
        }
        return Subject.NONE;
    }

    static Row event(Subject event) {
        String first = event.has("firstTimestamp") ? event.since("firstTimestamp") : event.since("eventTime");
        String last = event.has("lastTimestamp") ? event.since("lastTimestamp") : first;
        long count = Math.max(event.number("count"), 1);
        if (event.has("series")) {
            last = event.since("series", "lastObservedTime");
            count = event.number("series", "count");
        }
        String kind = event.text("involvedObject", "kind").toLowerCase(Locale.ROOT);
        String target = event.text("involvedObject", "name");
        String component = event.textOr(event.text("reportingComponent"), "source", "component");
        String instance = event.textOr(event.text("reportingInstance"), "source", "host");
        return Row.of(
                last,
                event.text("type"),
                event.text("reason"),
                target.isEmpty() ? kind : kind + "/" + target,
                event.text("involvedObject", "fieldPath"),
                instance.isEmpty() ? component : component + ", " + instance,
                event.text("message").strip(),
                first,
                count,
                event.name());
    }

    static Row componentStatus(Subject component) {
        for (JsonObject condition : component.objects("conditions")) {
            if (condition.textOr("type", "").equals("Healthy")) {
                return Row.of(
                        component.name(),
                        condition.textOr("status", "").equals("True") ? "Healthy" : "Unhealthy",
                        condition.textOr("message", ""),
                        condition.textOr("error", ""));
            }
        }
        return Row.of(component.name(), "Unknown", "", "");
    }

    static Row podTemplate(Subject template) {
        return Row.of(
                template.name(),
                template.containers("name", "template"),
                template.containers("image", "template"),
                template.labels("template", "metadata", "labels"));
    }

    static Row replicationController(Subject controller) {
        return Row.of(
                controller.name(),
                controller.number("spec", "replicas"),
                controller.number("status", "replicas"),
                controller.number("status", "readyReplicas"),
                controller.age(),
                controller.containers("name", "spec", "template"),
                controller.containers("image", "spec", "template"),
                controller.labels("spec", "selector"));
    }

    /// Requests and limits apart, in the order of names.
    static Row resourceQuota(Subject quota) {
        Map<String, String> requests = new TreeMap<>();
        Map<String, String> limits = new TreeMap<>();
        JsonObject hard = quota.object("status", "hard");
        if (hard != null) {
            for (String name : hard.names()) {
                String text = name + ": " + quota.quantity("status", "used", name) + "/"
                        + quota.quantity("status", "hard", name);
                (name.startsWith("limits.") ? limits : requests).put(name, text);
            }
        }
        return Row.of(
                quota.name(), String.join(", ", requests.values()), String.join(", ", limits.values()), quota.age());
    }

    static Row lease(Subject lease) {
        return Row.of(lease.name(), lease.text("spec", "holderIdentity"), lease.age());
    }
}
