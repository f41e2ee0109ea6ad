package dev.setpoint.resources.strategy.pod;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.Fields;
import java.util.List;

/// Label keys whose values a scheduling rule takes from the pod itself: they become requirements of the rule's selector
/// when the pod is created, so that the rule means this pod's revision or tenant for good.
///
///     matchLabelKeys: [pod-template-hash]   on a pod with that label   adds {key, In, [its value]}
final class PodLabelKeys {
    private PodLabelKeys() {}

    static void mergeIntoSelectors(JsonObject pod) {
        JsonObject spec = pod.child("spec");
        JsonObject labels = pod.child("metadata").object("labels");
        if (labels == null) {
            return;
        }
        Fields.each(spec, "topologySpreadConstraints", rule -> merge(rule, "matchLabelKeys", "In", labels));
        JsonObject affinity = spec.object("affinity");
        if (affinity != null) {
            for (String kind : List.of("podAffinity", "podAntiAffinity")) {
                JsonObject rules = affinity.object(kind);
                Fields.each(rules, "preferredDuringSchedulingIgnoredDuringExecution", preference -> {
                    JsonObject term = preference.object("podAffinityTerm");
                    if (term != null) {
                        affinityTerm(term, labels);
                    }
                });
                Fields.each(
                        rules, "requiredDuringSchedulingIgnoredDuringExecution", term -> affinityTerm(term, labels));
            }
        }
    }

    private static void affinityTerm(JsonObject term, JsonObject labels) {
        merge(term, "matchLabelKeys", "In", labels);
        merge(term, "mismatchLabelKeys", "NotIn", labels);
    }

    private static void merge(JsonObject rule, String field, String operator, JsonObject labels) {
        JsonObject selector = rule.object("labelSelector");
        if (selector == null) {
            return; // No selector selects nothing, whatever is required besides.
        }
        for (String key : Fields.texts(rule, field)) {
            JsonValue value = labels.get(key);
            if (value != null) {
                requirements(selector).add(requirement(key, operator, value));
            }
        }
    }

    private static JsonObject requirement(String key, String operator, JsonValue value) {
        return new JsonObject().put("key", key).put("operator", operator).put("values", JsonArray.of(value));
    }

    private static JsonArray requirements(JsonObject selector) {
        JsonArray present = selector.array("matchExpressions");
        if (present != null) {
            return present;
        }
        JsonArray created = new JsonArray();
        selector.put("matchExpressions", created);
        return created;
    }
}
