package dev.setpoint.resources.strategy.pod;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import java.util.List;

/// What whoever counts pods may report: no negative numbers, and no part larger than the whole.
public final class ReplicaStatus {
    private static final FieldPath STATUS = FieldPath.of("status");
    private static final List<String> COUNTS = List.of(
            "replicas",
            "fullyLabeledReplicas",
            "readyReplicas",
            "availableReplicas",
            "observedGeneration",
            "terminatingReplicas");

    private ReplicaStatus() {}

    /// The status of a ReplicaSet or a ReplicationController.
    public static void check(JsonObject status, FieldErrors errors) {
        for (String count : COUNTS) {
            Checks.notNegative(status, count, STATUS, errors);
        }
        partsOfAll(status, List.of("fullyLabeledReplicas", "readyReplicas", "availableReplicas"), STATUS, errors);
    }

    public static void partsOfAll(JsonObject status, List<String> parts, FieldPath path, FieldErrors errors) {
        long all = status.integerOr("replicas", 0);
        for (String part : parts) {
            if (status.integerOr(part, 0) > all) {
                errors.invalid(path.child(part), status.integerOr(part, 0), "cannot be greater than status.replicas");
            }
        }
        long available = status.integerOr("availableReplicas", 0);
        if (available > status.integerOr("readyReplicas", 0)) {
            errors.invalid(path.child("availableReplicas"), available, "cannot be greater than readyReplicas");
        }
    }
}
