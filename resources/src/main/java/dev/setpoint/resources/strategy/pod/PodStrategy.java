package dev.setpoint.resources.strategy.pod;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.Defaults;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.KindRules;
import dev.setpoint.resources.strategy.KindWarnings;
import dev.setpoint.resources.strategy.Lifecycle;
import dev.setpoint.resources.strategy.Preparation;
import java.util.List;
import java.util.OptionalLong;

/// Pods.
public final class PodStrategy implements Defaults, Preparation, KindRules, KindWarnings, Lifecycle {
    @Override
    public void applyDefaults(JsonObject pod) {
        PodDefaults.pod(pod);
    }

    @Override
    public JsonObject initialStatus(JsonObject pod) {
        JsonObject spec = pod.child("spec");
        JsonObject status = new JsonObject().put("phase", "Pending").put("qosClass", QualityOfService.of(spec));
        if (Fields.isSet(spec, "schedulingGates")) {
            status.put(
                    "conditions",
                    JsonArray.of(new JsonObject()
                            .put("type", "PodScheduled")
                            .put("status", "False")
                            .put("lastProbeTime", JsonValue.JsonNull.NULL)
                            .put("lastTransitionTime", creationTime(pod))
                            .put("reason", "SchedulingGated")
                            .put("message", "Scheduling is blocked due to non-empty scheduling gates")));
        }
        return status;
    }

    private static JsonValue creationTime(JsonObject pod) {
        JsonValue created = pod.child("metadata").get("creationTimestamp");
        return created == null ? JsonValue.JsonNull.NULL : created;
    }

    @Override
    public void prepareForCreate(JsonObject pod) {
        Preparation.super.prepareForCreate(pod);
        PodLabelKeys.mergeIntoSelectors(pod);
    }

    /// Whoever runs the pod writes its status, but neither its owners nor its class of service; and what has been
    /// observed once is not forgotten by a client that knows nothing of it.
    @Override
    public void prepareForStatusUpdate(JsonObject pod, JsonObject old) {
        Fields.keep("spec", pod, old);
        Fields.keep("ownerReferences", pod.child("metadata"), old.child("metadata"));
        JsonObject status = pod.child("status");
        JsonObject before = old.child("status");
        if (!Fields.isSet(status, "qosClass")) {
            Fields.keep("qosClass", status, before);
        }
        if (!Fields.isSet(status, "observedGeneration")) {
            Fields.keep("observedGeneration", status, before);
        }
        for (JsonObject condition : Fields.objects(status, "conditions")) {
            if (!Fields.isSet(condition, "observedGeneration")) {
                keepObservedGeneration(condition, Fields.objects(before, "conditions"));
            }
        }
    }

    private static void keepObservedGeneration(JsonObject condition, List<JsonObject> before) {
        for (JsonObject earlier : before) {
            if (earlier.textOr("type", "").equals(condition.textOr("type", ""))) {
                Fields.keep("observedGeneration", condition, earlier);
                return;
            }
        }
    }

    @Override
    public void prepareForSubresourceUpdate(String subresource, JsonObject pod, JsonObject old) {
        switch (subresource) {
            case "ephemeralcontainers" -> keepAllBut("ephemeralContainers", pod, old);
            case "resize" -> PodResize.keepTheRest(pod, old);
            default -> prepareForUpdate(pod, old);
        }
    }

    private static void keepAllBut(String field, JsonObject pod, JsonObject old) {
        JsonValue changed = pod.child("spec").get(field);
        JsonObject spec = old.child("spec").copy();
        if (changed == null) {
            spec.remove(field);
        } else {
            spec.put(field, changed);
        }
        pod.put("spec", spec);
        Fields.keep("status", pod, old);
        Fields.keepMetadata(pod, old);
    }

    @Override
    public void check(JsonObject pod, FieldErrors errors) {
        PodSpecValidation.pod(pod, errors);
        JsonObject spec = pod.child("spec");
        FieldPath path = FieldPath.of("spec");
        if (Fields.isSet(spec, "ephemeralContainers")) {
            errors.forbidden(path.child("ephemeralContainers"), "cannot be set on create");
        }
        if (Fields.isSet(spec, "nodeName") && Fields.isSet(spec, "schedulingGates")) {
            errors.forbidden(path.child("nodeName"), "cannot be set until all schedulingGates have been cleared");
        }
    }

    @Override
    public void checkUpdate(JsonObject pod, JsonObject old, FieldErrors errors) {
        PodUpdateValidation.check(pod, old, errors);
    }

    @Override
    public void checkStatusUpdate(JsonObject pod, JsonObject old, FieldErrors errors) {
        PodStatusValidation.check(pod, old, errors);
    }

    @Override
    public void checkSubresourceUpdate(String subresource, JsonObject pod, JsonObject old, FieldErrors errors) {
        boolean mirrored = old.at("metadata", "annotations", PodAnnotations.MIRROR) != null;
        switch (subresource) {
            case "ephemeralcontainers" -> {
                PodSpecValidation.pod(pod, errors);
                if (mirrored) {
                    errors.forbidden(FieldPath.WHOLE, "static pods do not support ephemeral containers");
                } else {
                    EphemeralContainerValidation.checkUpdate(pod, old, errors);
                }
            }
            case "resize" -> {
                PodSpecValidation.pod(pod, errors);
                if (mirrored) {
                    errors.forbidden(FieldPath.WHOLE, "static pods cannot be resized");
                } else {
                    PodResize.check(pod, old, errors);
                }
            }
            default -> checkUpdate(pod, old, errors);
        }
    }

    @Override
    public List<String> warnings(JsonObject pod) {
        return PodWarnings.pod(pod);
    }

    /// Machines update pods, and often: nobody would read it.
    @Override
    public List<String> warningsOnUpdate(JsonObject pod, JsonObject old) {
        return List.of();
    }

    /// Nobody has to end what nobody runs: an unscheduled or a finished pod goes at once.
    @Override
    public OptionalLong gracePeriodSeconds(JsonObject pod, OptionalLong requested) {
        JsonObject spec = pod.child("spec");
        String phase = Fields.text(pod, "status", "phase");
        if (spec.textOr("nodeName", "").isEmpty() || phase.equals("Failed") || phase.equals("Succeeded")) {
            return OptionalLong.of(0);
        }
        long period = requested.orElse(spec.integerOr("terminationGracePeriodSeconds", 0));
        return OptionalLong.of(period < 0 ? 1 : period);
    }
}
