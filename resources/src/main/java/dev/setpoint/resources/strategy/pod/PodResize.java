package dev.setpoint.resources.strategy.pod;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
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
}
