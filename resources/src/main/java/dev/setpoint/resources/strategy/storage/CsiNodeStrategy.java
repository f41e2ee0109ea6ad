package dev.setpoint.resources.strategy.storage;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.Formats;
import dev.setpoint.resources.strategy.KindRules;
import dev.setpoint.resources.strategy.pod.DeviceValidation;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// CSINodes: which drivers of volumes a node has.
public final class CsiNodeStrategy implements KindRules {
    private static final FieldPath SPEC = FieldPath.of("spec");
    private static final int IDENTIFIER_BYTES = 256;

    @Override
    public void check(JsonObject node, FieldErrors errors) {
        Set<String> names = new HashSet<>();
        Fields.each(node.child("spec"), "drivers", SPEC, (driver, path) -> driver(driver, names, path, errors));
    }

    private static void driver(JsonObject driver, Set<String> names, FieldPath path, FieldErrors errors) {
        String name = driver.textOr("name", "");
        DeviceValidation.driverName(name, path.child("name"), errors);
        String identifier = driver.textOr("nodeID", "");
        if (identifier.isEmpty()) {
            errors.required(path.child("nodeID"), "");
        } else if (Formats.bytes(identifier) > IDENTIFIER_BYTES) {
            errors.invalid(path.child("nodeID"), identifier, "must be " + IDENTIFIER_BYTES + " characters or less");
        }
        JsonObject allocatable = driver.object("allocatable");
        if (allocatable != null) {
            Checks.notNegative(allocatable, "count", path.child("allocatable"), errors);
        }
        if (!names.add(name)) {
            errors.duplicate(path.child("name"), name);
        }
        topologyKeys(Fields.texts(driver, "topologyKeys"), path, errors);
    }

    private static void topologyKeys(List<String> keys, FieldPath path, FieldErrors errors) {
        Set<String> seen = new HashSet<>();
        for (String key : keys) {
            if (key.isEmpty()) {
                errors.required(path, "");
            }
            if (!seen.add(key)) {
                errors.duplicate(path, key);
            }
            Checks.labelKey(key, path, errors);
        }
    }

    /// A driver changes only in how many volumes it takes.
    @Override
    public void checkUpdate(JsonObject node, JsonObject old, FieldErrors errors) {
        check(node, errors);
        for (JsonObject before : Fields.objects(old.child("spec"), "drivers")) {
            for (JsonObject driver : Fields.objects(node.child("spec"), "drivers")) {
                boolean same = driver.textOr("name", "").equals(before.textOr("name", ""));
                if (same && Fields.differBesides(List.of("allocatable"), driver, before)) {
                    JsonObject shown = driver.copy();
                    shown.remove("allocatable");
                    Checks.immutable(shown, SPEC.child("drivers"), errors);
                }
            }
        }
    }
}
