package dev.setpoint.client.testing;

import dev.setpoint.client.Target;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;

/// What a server does for pods alone: it binds them to nodes and lets them go in two steps.
final class FakePods {
    private FakePods() {}

    /// The pod on the node that the Binding names. The generation stays, as in Kubernetes.
    static JsonObject bound(Target target, JsonObject pod, JsonObject binding, String now) {
        JsonObject metadata = pod.child("metadata");
        String uid = binding.child("metadata").textOr("uid", "");
        String node = pod.child("spec").textOr("nodeName", "");
        if (!uid.isEmpty() && !uid.equals(metadata.textOr("uid", ""))) {
            throw conflict(
                    target,
                    "Precondition failed: UID in precondition: " + uid + ", UID in object meta: "
                            + metadata.textOr("uid", ""));
        }
        if (metadata.has("deletionTimestamp")) {
            throw conflict(target, "pod " + target.name() + " is being deleted, cannot be assigned to a host");
        }
        if (!node.isEmpty()) {
            throw conflict(target, "pod " + target.name() + " is already assigned to node \"" + node + "\"");
        }
        JsonObject scheduled = new JsonObject()
                .put("type", "PodScheduled")
                .put("status", "True")
                .put("lastProbeTime", JsonValue.JsonNull.NULL)
                .put("lastTransitionTime", now);
        pod.child("spec").put("nodeName", binding.child("target").textOr("name", ""));
        pod.child("status").remove("nominatedNodeName");
        JsonArray conditions = pod.child("status").array("conditions");
        JsonArray others = conditions == null ? new JsonArray() : conditions;
        others.removeIf(condition -> condition instanceof JsonObject other
                && other.textOr("type", "").equals("PodScheduled"));
        pod.child("status").put("conditions", others.add(scheduled));
        return pod;
    }

    private static ApiException conflict(Target target, String why) {
        return new ApiException(new ApiError.Conflict(target.resource().groupResource(), target.name(), why));
    }

    /// Whether a deletion has given the object time that is not over.
    static boolean hasGrace(JsonObject object) {
        return object.child("metadata").integerOr("deletionGracePeriodSeconds", 0) > 0;
    }
}
