package dev.setpoint.resources.strategy.pod;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.JsonValue.JsonInteger;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.StructText;
import dev.setpoint.resources.strategy.UnifiedDiff;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What may change in a pod once it is there: images, a deadline that comes closer, more tolerations, fewer gates.
final class PodUpdateValidation {
    private static final FieldPath SPEC = FieldPath.of("spec");
    private static final String REST = "pod updates may not change fields other than `spec.containers[*].image`,"
            + "`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing"
            + " tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously"
            + " negative)\n";

    private final JsonObject spec;
    private final JsonObject before;
    private final FieldErrors errors;

    private PodUpdateValidation(JsonObject pod, JsonObject old, FieldErrors errors) {
        this.spec = pod.child("spec");
        this.before = old.child("spec");
        this.errors = errors;
    }

    static void check(JsonObject pod, JsonObject old, FieldErrors errors) {
        boolean same = pod.child("spec").equals(old.child("spec"));
        if (same) { // Found right when it came in.
            PodSpecValidation.annotations(pod, errors);
        } else {
            PodSpecValidation.pod(pod, errors);
        }
        PodAnnotations.checkUpdate(
                pod.child("metadata").object("annotations"),
                old.child("metadata").object("annotations"),
                FieldPath.of("metadata").child("annotations"),
                errors);
        if (!same) {
            new PodUpdateValidation(pod, old, errors).check();
        }
    }

    private void check() {
        if (!sameContainers("containers") || !sameContainers("initContainers") || !deadlineIsCloser()) {
            return;
        }
        onlyAddedTolerations();
        onlyDeletedGates();
        JsonObject rest = withoutWhatMayChange();
        if (Fields.isSet(before, "schedulingGates")) {
            narrowedNodeSelector(rest);
            narrowedAffinity(rest);
        }
        if (!rest.equals(before)) {
            errors.forbidden(SPEC, REST + UnifiedDiff.of(StructText.of(before), StructText.of(rest)));
        }
    }

    private boolean sameContainers(String list) {
        FieldPath path = SPEC.child(list);
        if (Fields.size(spec, list) != Fields.size(before, list)) {
            errors.forbidden(path, "pod updates may not add or remove containers");
            return false;
        }
        Fields.each(spec, list, SPEC, (container, at) -> {
            String image = container.textOr("image", "");
            if (image.isEmpty()) {
                errors.required(at.child("image"), "");
            }
            if (!image.strip().equals(image)) {
                errors.invalid(at.child("image"), image, "must not have leading or trailing whitespace");
            }
        });
        return true;
    }

    private boolean deadlineIsCloser() {
        FieldPath path = SPEC.child("activeDeadlineSeconds");
        JsonValue was = before.get("activeDeadlineSeconds");
        if (!(spec.get("activeDeadlineSeconds") instanceof JsonInteger(long seconds))) {
            if (was != null) {
                errors.invalidShown(path, "null", "must not update from a positive integer to nil value");
            }
            return true;
        }
        if (seconds < 0 || seconds > Integer.MAX_VALUE) {
            errors.invalid(path, seconds, Checks.range(0, Integer.MAX_VALUE));
            return false;
        }
        if (was instanceof JsonInteger(long earlier) && earlier < seconds) {
            errors.invalid(path, seconds, "must be less than or equal to previous value");
            return false;
        }
        return true;
    }

    private void onlyAddedTolerations() {
        List<JsonObject> tolerations = Fields.objects(spec, "tolerations");
        for (JsonObject earlier : Fields.objects(before, "tolerations")) {
            boolean found = tolerations.stream()
                    .anyMatch(now -> !Fields.differBesides(List.of("tolerationSeconds"), now, earlier));
            if (!found) {
                errors.forbidden(
                        SPEC.child("tolerations"),
                        "existing toleration can not be modified except its tolerationSeconds");
                return;
            }
        }
        new SchedulingValidation(errors).tolerations(spec, SPEC);
    }

    private void onlyDeletedGates() {
        Set<String> known = new HashSet<>();
        Fields.each(before, "schedulingGates", gate -> known.add(gate.textOr("name", "")));
        Fields.each(spec, "schedulingGates", SPEC, (gate, at) -> {
            String name = gate.textOr("name", "");
            if (!known.contains(name)) {
                errors.forbidden(
                        at.child("name"), "only deletion is allowed, but found new scheduling gate '" + name + "'");
            }
        });
    }

    private JsonObject withoutWhatMayChange() {
        JsonObject rest = spec.copy();
        for (String list : List.of("containers", "initContainers")) {
            List<JsonObject> earlier = Fields.objects(before, list);
            List<JsonObject> containers = Fields.objects(rest, list);
            for (int i = 0; i < containers.size(); i++) {
                Fields.keep("image", containers.get(i), earlier.get(i));
            }
        }
        for (String field : List.of("activeDeadlineSeconds", "schedulingGates", "tolerations")) {
            Fields.keep(field, rest, before);
        }
        if (before.integerOr("terminationGracePeriodSeconds", 0) < 0
                && rest.integerOr("terminationGracePeriodSeconds", 0) == 1) {
            Fields.keep("terminationGracePeriodSeconds", rest, before);
        }
        return rest;
    }

    /// Whoever holds a pod back may still say more narrowly where it is to run.
    private void narrowedNodeSelector(JsonObject rest) {
        JsonObject was = before.object("nodeSelector");
        JsonObject now = rest.object("nodeSelector");
        if (Objects.equals(now, was)) {
            return;
        }
        if (was != null) {
            for (Map.Entry<String, JsonValue> label : was.entries()) {
                if (now == null || !label.getValue().equals(now.get(label.getKey()))) {
                    errors.invalidShown(
                            SPEC.child("nodeSelector"),
                            now == null ? "null" : now.toString(),
                            "only additions to spec.nodeSelector are allowed (no mutations or deletions)");
                    break;
                }
            }
        }
        Fields.keep("nodeSelector", rest, before);
    }

    private void narrowedAffinity(JsonObject rest) {
        JsonObject was = nodeAffinity(before);
        JsonObject now = nodeAffinity(rest);
        if (Objects.equals(now, was)) {
            return;
        }
        NodeAffinityChange.check(now, was, SPEC.child("affinity").child("nodeAffinity"), errors);
        JsonObject affinity = rest.child("affinity");
        if (was == null) {
            affinity.remove("nodeAffinity");
        } else {
            affinity.put("nodeAffinity", was);
        }
        if (affinity.isEmpty() && !before.has("affinity")) {
            rest.remove("affinity");
        }
    }

    private static @Nullable JsonObject nodeAffinity(JsonObject spec) {
        JsonObject affinity = spec.object("affinity");
        return affinity == null ? null : affinity.object("nodeAffinity");
    }
}
