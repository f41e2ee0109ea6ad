package dev.setpoint.resources.strategy.pod;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import org.jspecify.annotations.Nullable;

/// The few annotations of a pod that mean something to Kubernetes.
final class PodAnnotations {
    static final String MIRROR = "kubernetes.io/config.mirror";
    private static final String DELETION_COST = "controller.kubernetes.io/pod-deletion-cost";

    private PodAnnotations() {}

    static void check(@Nullable JsonObject annotations, JsonObject spec, FieldPath path, FieldErrors errors) {
        if (annotations == null) {
            return;
        }
        if (annotations.has(MIRROR) && !Fields.isSet(spec, "nodeName")) {
            errors.invalid(
                    path.key(MIRROR),
                    annotations.textOr(MIRROR, ""),
                    "must set spec.nodeName if mirror pod annotation is set");
        }
        String cost = annotations.textOr(DELETION_COST, "0");
        if (!isCost(cost)) {
            errors.invalid(path.key(DELETION_COST), cost, "must be a 32bit integer");
        }
    }

    /// A number as it is written back: no plus, no leading zeros.
    private static boolean isCost(String text) {
        if (text.startsWith("+") || (text.startsWith("0") && text.length() > 1)) {
            return false;
        }
        try {
            Integer.parseInt(text);
            return true;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /// A mirror of a static pod stays one, and nothing becomes one.
    static void checkUpdate(
            @Nullable JsonObject annotations, @Nullable JsonObject before, FieldPath path, FieldErrors errors) {
        String now = text(annotations);
        String was = text(before);
        boolean is = annotations != null && annotations.has(MIRROR);
        boolean wasMirror = before != null && before.has(MIRROR);
        if (wasMirror && (!is || !now.equals(was))) {
            errors.forbidden(path.key(MIRROR), "may not remove or update mirror pod annotation");
        } else if (is && !wasMirror) {
            errors.forbidden(path.key(MIRROR), "may not add mirror pod annotation");
        }
    }

    private static String text(@Nullable JsonObject annotations) {
        return annotations == null ? "" : annotations.textOr(MIRROR, "");
    }
}
