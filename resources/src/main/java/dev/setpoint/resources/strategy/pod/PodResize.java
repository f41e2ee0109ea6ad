package dev.setpoint.resources.strategy.pod;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import java.util.List;

/// The subresource through which the resources of a running pod change, and nothing else of it.
final class PodResize {
    private static final List<String> RESIZED = List.of("resources", "resizePolicy");

    private PodResize() {}

    /// Keeps everything but the resources of the containers. Containers that were added, removed or renamed stay as
    /// they are, for validation to refuse.
    static void keepTheRest(JsonObject pod, JsonObject old) {
        JsonObject spec = pod.child("spec");
        JsonObject before = old.child("spec");
        if (Fields.size(spec, "containers") != Fields.size(before, "containers")
                || Fields.size(spec, "initContainers") != Fields.size(before, "initContainers")) {
            return;
        }
        JsonObject kept = before.copy();
        Fields.keep("resources", kept, spec);
        for (String list : List.of("containers", "initContainers")) {
            if (before.has(list)) {
                kept.put(list, resized(Fields.objects(spec, list), Fields.objects(before, list)));
            }
        }
        pod.put("spec", kept);
        Fields.keep("status", pod, old);
        Fields.keepMetadata(pod, old);
    }

    private static JsonArray resized(List<JsonObject> containers, List<JsonObject> before) {
        JsonArray merged = new JsonArray();
        boolean renamed = false;
        for (int i = 0; i < containers.size(); i++) {
            JsonObject container = containers.get(i);
            JsonObject kept = before.get(i).copy();
            renamed |= !container.textOr("name", "").equals(kept.textOr("name", ""));
            for (String field : RESIZED) {
                Fields.keep(field, kept, container);
            }
            merged.add(kept);
        }
        return renamed ? JsonArray.of(containers.toArray(JsonValue[]::new)) : merged;
    }

    static void check(JsonObject pod, JsonObject old, FieldErrors errors) {
        FieldPath path = FieldPath.of("spec");
        JsonObject spec = pod.child("spec");
        JsonObject before = old.child("spec");
        String quality = Fields.text(old, "status", "qosClass");
        if (!quality.equals(QualityOfService.of(spec))) {
            errors.invalid(path, quality, "Pod QOS Class may not change as a result of resizing");
        }
        int mistakes = errors.size();
        for (String list : List.of("containers", "initContainers")) {
            sameOrder(list, spec, before, path, errors);
        }
        if (errors.size() > mistakes) {
            return;
        }
        for (String list : List.of("initContainers", "containers")) {
            List<JsonObject> earlier = Fields.objects(before, list);
            Fields.each(spec, list, path, (container, at) -> {
                JsonObject was = earlier.get(position(container, earlier));
                nothingRemoved(container, was, at.child("resources"), errors);
            });
        }
        for (String list : List.of("containers", "initContainers")) {
            onlyComputing(list, spec, before, path, errors);
        }
    }

    private static int position(JsonObject container, List<JsonObject> containers) {
        for (int i = 0; i < containers.size(); i++) {
            if (containers.get(i).textOr("name", "").equals(container.textOr("name", ""))) {
                return i;
            }
        }
        throw new IllegalStateException(container + " (expected: one of the pod's containers)");
    }

    private static void sameOrder(String list, JsonObject spec, JsonObject before, FieldPath path, FieldErrors errors) {
        List<JsonObject> containers = Fields.objects(spec, list);
        List<JsonObject> earlier = Fields.objects(before, list);
        if (containers.size() != earlier.size()) {
            errors.forbidden(path.child(list), list + " may not be added or removed on resize");
            return;
        }
        for (int i = 0; i < earlier.size(); i++) {
            if (!containers.get(i).textOr("name", "").equals(earlier.get(i).textOr("name", ""))) {
                errors.forbidden(
                        path.child(list).index(i).child("name"), list + " may not be renamed or reordered on resize");
            }
        }
    }

    private static void nothingRemoved(JsonObject container, JsonObject was, FieldPath path, FieldErrors errors) {
        for (String kind : List.of("requests", "limits")) {
            JsonValue now = container.at("resources", kind);
            if (was.at("resources", kind) instanceof JsonObject amounts) {
                for (String name : amounts.names()) {
                    if (!(now instanceof JsonObject kept) || !kept.has(name)) {
                        errors.forbidden(path.child(kind), "resource " + kind + " cannot be removed");
                        break;
                    }
                }
            }
        }
    }

    private static void onlyComputing(
            String list, JsonObject spec, JsonObject before, FieldPath path, FieldErrors errors) {
        List<JsonObject> containers = Fields.objects(spec, list);
        List<JsonObject> earlier = Fields.objects(before, list);
        for (int i = 0; i < containers.size(); i++) {
            if (!withoutComputing(containers.get(i)).equals(withoutComputing(earlier.get(i)))) {
                if (list.equals("containers")) {
                    errors.forbidden(path, "only cpu and memory resources are mutable");
                } else {
                    errors.forbidden(
                            path.child(list).index(i),
                            "only cpu and memory resources for init or sidecar containers are mutable");
                }
            }
        }
    }

    private static JsonObject withoutComputing(JsonObject container) {
        JsonObject copy = container.copy();
        copy.remove("resizePolicy");
        if (copy.get("resources") instanceof JsonObject resources) {
            for (String kind : List.of("requests", "limits")) {
                if (resources.get(kind) instanceof JsonObject amounts) {
                    amounts.remove("cpu");
                    amounts.remove("memory");
                    if (amounts.isEmpty()) {
                        resources.remove(kind);
                    }
                }
            }
        }
        return copy;
    }
}
