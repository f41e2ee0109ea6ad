package dev.setpoint.controllers.scale;

import dev.setpoint.client.Target;
import dev.setpoint.machinery.json.JsonObject;

/// How many replicas a workload has.
///
/// @param target where the workload's `scale` lies
/// @param revision of the workload when it was looked at
/// @param wanted `spec.replicas`
/// @param current `status.replicas`
/// @param selector of its pods, as text; empty when the workload does not say
public record Scale(Target target, String uid, String revision, int wanted, int current, String selector) {
    static Scale of(Target target, JsonObject scale) {
        JsonObject metadata = scale.child("metadata");
        JsonObject status = scale.child("status");
        return new Scale(
                target,
                metadata.textOr("uid", ""),
                metadata.textOr("resourceVersion", ""),
                (int) scale.child("spec").integerOr("replicas", 0),
                (int) status.integerOr("replicas", 0),
                status.textOr("selector", ""));
    }
}
