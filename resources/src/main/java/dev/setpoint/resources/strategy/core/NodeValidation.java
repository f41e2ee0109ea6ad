package dev.setpoint.resources.strategy.core;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.resources.strategy.AddressValidation;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.Formats;
import dev.setpoint.resources.strategy.Quantities;
import dev.setpoint.resources.strategy.Shown;
import dev.setpoint.resources.strategy.pod.ResourceValidation;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What a node must look like and what of it stays.
final class NodeValidation {
    private static final FieldPath SPEC = FieldPath.of("spec");
    private static final FieldPath STATUS = FieldPath.of("status");
    private static final List<String> EFFECTS = List.of("NoSchedule", "PreferNoSchedule", "NoExecute");

    private NodeValidation() {}

    static void check(JsonObject node, FieldErrors errors) {
        taints(node, errors);
        resources(node, errors);
        List<String> ranges = Fields.texts(node.child("spec"), "podCIDRs");
        int version4 = 0;
        for (int i = 0; i < ranges.size(); i++) {
            AddressValidation.range(
                    ranges.get(i), List.of(), SPEC.child("podCIDRs").index(i), errors);
            version4 += ranges.get(i).indexOf(':') < 0 ? 1 : 0;
        }
        if (version4 > 1 || ranges.size() - version4 > 1) {
            errors.invalidShown(
                    SPEC.child("podCIDRs"),
                    Shown.texts(ranges),
                    "may specify no more than one CIDR for each IP family");
        }
    }

    static void checkUpdate(JsonObject node, JsonObject old, FieldErrors errors) {
        resources(node, errors);
        addresses(node.child("status"), errors);
        JsonObject spec = node.child("spec");
        JsonObject before = old.child("spec");
        List<String> were = Fields.texts(before, "podCIDRs");
        if (!were.isEmpty() && !were.equals(Fields.texts(spec, "podCIDRs"))) {
            errors.forbidden(SPEC.child("podCIDRs"), "node updates may not change podCIDR except from \"\" to valid");
        }
        String provider = before.textOr("providerID", "");
        if (!provider.isEmpty() && !provider.equals(spec.textOr("providerID", ""))) {
            errors.forbidden(
                    SPEC.child("providerID"), "node updates may not change providerID except from \"\" to valid");
        }
        taints(node, errors);
        if (!spec.textOr("externalID", "").equals(before.textOr("externalID", ""))) {
            errors.forbidden(SPEC.child("externalID"), "may not be updated");
        }
    }

    private static void resources(JsonObject node, FieldErrors errors) {
        for (String list : List.of("capacity", "allocatable")) {
            if (node.at("status", list) instanceof JsonObject amounts) {
                amounts.forEach((name, amount) -> ResourceValidation.quantity(
                        name, Quantities.of(amount), STATUS.child(list).child(name), errors));
            }
        }
    }

    private static void addresses(JsonObject status, FieldErrors errors) {
        Set<JsonObject> seen = new HashSet<>();
        Fields.each(status, "addresses", STATUS, (address, at) -> {
            if (!seen.add(address)) {
                errors.duplicateShown(
                        at,
                        "{\"Type\":" + Shown.value(address.get("type")) + ",\"Address\":"
                                + Shown.value(address.get("address")) + "}");
            }
        });
    }

    /// Kubernetes says that the taints are in the metadata.
    private static void taints(JsonObject node, FieldErrors errors) {
        Set<String> seen = new HashSet<>();
        Fields.each(node.child("spec"), "taints", FieldPath.of("metadata"), (taint, at) -> {
            String key = taint.textOr("key", "");
            Checks.labelKey(key, at.child("key"), errors);
            String value = taint.textOr("value", "");
            List<String> mistakes = Formats.labelValue(value);
            if (!mistakes.isEmpty()) {
                errors.invalid(at.child("value"), value, String.join(";", mistakes));
            }
            Checks.requiredOneOf(taint, "effect", EFFECTS, at, errors);
            if (!seen.add(taint.textOr("effect", "") + "/" + key)) {
                errors.duplicateShown(at, shown(taint) + ": taints must be unique by key and effect pair");
            }
        });
    }

    private static String shown(JsonObject taint) {
        return "{\"Key\":" + Shown.value(taint.get("key")) + ",\"Value\":"
                + (taint.has("value") ? Shown.value(taint.get("value")) : "\"\"") + ",\"Effect\":"
                + Shown.value(taint.get("effect")) + ",\"TimeAdded\":" + Shown.value(taint.get("timeAdded")) + "}";
    }
}
