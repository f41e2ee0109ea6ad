package dev.setpoint.resources.strategy.apps;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.IntOrPercent;
import dev.setpoint.resources.strategy.Shown;
import dev.setpoint.resources.strategy.pod.ClaimSpecValidation;
import dev.setpoint.resources.strategy.pod.TemplateValidation;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What a StatefulSet must look like: much of it never changes, because its pods and claims are known by it.
final class StatefulSetValidation {
    private static final FieldPath SPEC = FieldPath.of("spec");
    private static final FieldPath STATUS = FieldPath.of("status");
    private static final List<String> RETENTION = List.of("Retain", "Delete");
    private static final List<String> CHANGEABLE = List.of(
            "replicas",
            "template",
            "updateStrategy",
            "minReadySeconds",
            "ordinals",
            "revisionHistoryLimit",
            "persistentVolumeClaimRetentionPolicy");
    private static final List<String> COUNTS = List.of(
            "replicas",
            "readyReplicas",
            "currentReplicas",
            "updatedReplicas",
            "availableReplicas",
            "observedGeneration",
            "collisionCount");

    private StatefulSetValidation() {}

    /// @param created also what can never change, and so is not looked at again
    static void check(JsonObject spec, boolean created, FieldErrors errors) {
        String policy = spec.textOr("podManagementPolicy", "");
        if (Checks.required(spec, "podManagementPolicy", SPEC, errors)
                && !policy.equals("OrderedReady")
                && !policy.equals("Parallel")) {
            errors.invalid(SPEC.child("podManagementPolicy"), policy, "must be 'OrderedReady' or 'Parallel'");
        }
        updateStrategy(spec.child("updateStrategy"), errors);
        retention(spec, errors);
        if (created) {
            Fields.each(
                    spec,
                    "volumeClaimTemplates",
                    SPEC,
                    (claim, at) -> ClaimSpecValidation.check(claim.child("spec"), at.child("spec"), errors));
        }
        Checks.notNegative(spec, "replicas", SPEC, errors);
        Checks.notNegative(spec, "minReadySeconds", SPEC, errors);
        JsonObject ordinals = spec.object("ordinals");
        if (ordinals != null) {
            Checks.notNegative(ordinals, "start", SPEC.child("ordinals"), errors);
        }
        if (created && Fields.isSet(spec, "serviceName")) {
            Checks.label(spec.textOr("serviceName", ""), SPEC.child("serviceName"), errors);
        }
        TemplateValidation.check(
                asItsPodsSeeIt(spec), SPEC, "StatefulSet", "empty selector is invalid for statefulset", errors);
    }

    private static void updateStrategy(JsonObject strategy, FieldErrors errors) {
        FieldPath path = SPEC.child("updateStrategy");
        JsonObject rolling = strategy.object("rollingUpdate");
        switch (strategy.textOr("type", "")) {
            case "" -> errors.required(path, "");
            case "OnDelete" -> {
                if (rolling != null) {
                    errors.invalidShown(
                            path.child("rollingUpdate"),
                            shown(rolling),
                            "only allowed for updateStrategy 'RollingUpdate'");
                }
            }
            case DeploymentStrategy.ROLLING_UPDATE -> {
                if (rolling != null) {
                    rollingUpdate(rolling, path.child("rollingUpdate"), errors);
                }
            }
            default ->
                errors.invalidShown(
                        path,
                        "{\"Type\":" + Shown.value(strategy.get("type")) + ",\"RollingUpdate\":"
                                + (rolling == null ? "null" : shown(rolling)) + "}",
                        "must be 'RollingUpdate' or 'OnDelete'");
        }
    }

    private static String shown(JsonObject rolling) {
        return "{\"Partition\":" + rolling.integerOr("partition", 0) + ",\"MaxUnavailable\":"
                + Shown.value(rolling.get("maxUnavailable")) + "}";
    }

    private static void rollingUpdate(JsonObject rolling, FieldPath path, FieldErrors errors) {
        Checks.notNegative(rolling, "partition", path, errors);
        JsonValue unavailable = rolling.get("maxUnavailable");
        if (unavailable != null) {
            FieldPath at = path.child("maxUnavailable");
            IntOrPercent.check(unavailable, at, errors);
            if (IntOrPercent.isZero(unavailable)) {
                errors.invalidShown(at, Shown.value(unavailable), "cannot be 0");
            }
            IntOrPercent.checkShare(unavailable, at, errors);
        }
    }

    private static void retention(JsonObject spec, FieldErrors errors) {
        JsonObject policy = spec.object("persistentVolumeClaimRetentionPolicy");
        if (policy == null) {
            return;
        }
        FieldPath path = SPEC.child("persistentVolumeClaimRetentionPolicy");
        for (String field : List.of("whenDeleted", "whenScaled")) {
            if (!RETENTION.contains(policy.textOr(field, ""))) {
                errors.notSupported(path.child(field), policy.textOr(field, ""), RETENTION);
            }
        }
    }

    /// The controller names the pods and mounts the claims: the template is judged as if it had.
    private static JsonObject asItsPodsSeeIt(JsonObject spec) {
        JsonObject template = spec.object("template");
        JsonObject pod = template == null ? null : template.object("spec");
        boolean claims = Fields.isSet(spec, "volumeClaimTemplates");
        if (template == null
                || pod == null
                || (!claims && !Fields.isSet(pod, "subdomain") && !Fields.isSet(pod, "hostname"))) {
            return spec;
        }
        JsonObject adapted = template.copy();
        JsonObject adaptedPod = adapted.child("spec");
        adaptedPod.remove("subdomain");
        adaptedPod.remove("hostname");
        if (claims) {
            adaptedPod.put("volumes", volumes(spec, pod));
        }
        JsonObject view = new JsonObject().put("template", adapted);
        Fields.keep("selector", view, spec);
        return view;
    }

    private static JsonArray volumes(JsonObject spec, JsonObject pod) {
        JsonArray volumes = new JsonArray();
        Set<String> claimed = new HashSet<>();
        Fields.each(spec, "volumeClaimTemplates", claim -> {
            String name = Fields.text(claim, "metadata", "name");
            claimed.add(name);
            JsonObject source = new JsonObject().put("claimName", name);
            volumes.add(new JsonObject().put("name", name).put("persistentVolumeClaim", source));
        });
        Fields.each(pod, "volumes", volume -> {
            if (!claimed.contains(volume.textOr("name", ""))) {
                volumes.add(volume);
            }
        });
        return volumes;
    }

    static void checkUpdate(JsonObject spec, JsonObject before, FieldErrors errors) {
        if (Fields.differBesides(CHANGEABLE, spec, before)) {
            errors.forbidden(
                    SPEC,
                    "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template',"
                            + " 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and"
                            + " 'minReadySeconds' are forbidden");
        }
    }

    static void checkStatus(JsonObject status, JsonObject before, FieldErrors errors) {
        for (String count : COUNTS) {
            Checks.notNegative(status, count, STATUS, errors);
        }
        long all = status.integerOr("replicas", 0);
        for (String part : List.of("readyReplicas", "currentReplicas", "updatedReplicas", "availableReplicas")) {
            if (status.integerOr(part, 0) > all) {
                errors.invalid(STATUS.child(part), status.integerOr(part, 0), "cannot be greater than status.replicas");
            }
        }
        long available = status.integerOr("availableReplicas", 0);
        if (available > status.integerOr("readyReplicas", 0)) {
            errors.invalid(STATUS.child("availableReplicas"), available, "cannot be greater than status.readyReplicas");
        }
        long collisions = status.integerOr("collisionCount", 0);
        if (collisions < before.integerOr("collisionCount", 0)) {
            errors.invalid(STATUS.child("collisionCount"), collisions, "cannot be decremented");
        }
    }
}
