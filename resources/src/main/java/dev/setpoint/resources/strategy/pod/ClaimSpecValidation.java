package dev.setpoint.resources.strategy.pod;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.quantity.Quantity;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.LabelSelectorValidation;
import dev.setpoint.resources.strategy.Quantities;
import java.util.List;
import java.util.Objects;

/// What a claim of storage must say, by itself, in a pod's ephemeral volume or in a StatefulSet.
public final class ClaimSpecValidation {
    public static final List<String> ACCESS_MODES =
            List.of("ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod");
    public static final List<String> VOLUME_MODES = List.of("Block", "Filesystem");
    private static final String ALONE = "ReadWriteOncePod";

    private ClaimSpecValidation() {}

    public static void check(JsonObject spec, FieldPath path, FieldErrors errors) {
        List<String> modes = Fields.texts(spec, "accessModes");
        if (modes.isEmpty()) {
            errors.required(path.child("accessModes"), "at least 1 access mode is required");
        }
        LabelSelectorValidation.check(spec.object("selector"), path.child("selector"), errors);
        accessModes(modes, path.child("accessModes"), errors);
        storage(spec, path.child("resources").key("storage"), errors);
        for (String field : List.of("storageClassName", "volumeAttributesClassName")) {
            String name = spec.textOr(field, "");
            if (!name.isEmpty()) {
                Checks.subdomain(name, path.child(field), errors);
            }
        }
        Checks.oneOf(spec, "volumeMode", VOLUME_MODES, path, errors);
        dataSources(spec, path, errors);
    }

    public static void accessModes(List<String> modes, FieldPath path, FieldErrors errors) {
        boolean others = false;
        for (String mode : modes) {
            if (!ACCESS_MODES.contains(mode)) {
                errors.notSupported(path, mode, ACCESS_MODES);
            } else {
                others |= !mode.equals(ALONE);
            }
        }
        if (others && modes.contains(ALONE)) {
            errors.forbidden(path, "may not use ReadWriteOncePod with other access modes");
        }
    }

    private static void storage(JsonObject spec, FieldPath path, FieldErrors errors) {
        JsonValue wanted = spec.at("resources", "requests", "storage");
        if (wanted == null) {
            errors.required(path, "");
            return;
        }
        Quantity amount = Quantities.of(wanted);
        if (amount.signum() <= 0) {
            errors.invalid(path, amount.toString(), Checks.POSITIVE);
        }
    }

    private static void dataSources(JsonObject spec, FieldPath path, FieldErrors errors) {
        JsonObject source = spec.object("dataSource");
        JsonObject reference = spec.object("dataSourceRef");
        if (source != null) {
            dataSource(source, path.child("dataSource"), errors);
        }
        if (reference != null) {
            dataSource(reference, path.child("dataSourceRef"), errors);
        }
        if (source == null || reference == null) {
            return;
        }
        if (Fields.isSet(reference, "namespace")) {
            errors.invalidShown(path, "{}", "may not be specified when dataSourceRef.namespace is specified");
        } else if (!same(source, reference)) {
            errors.invalidShown(path, "{}", "must match dataSourceRef");
        }
    }

    private static boolean same(JsonObject source, JsonObject reference) {
        return Objects.equals(source.get("apiGroup"), reference.get("apiGroup"))
                && Objects.equals(source.get("kind"), reference.get("kind"))
                && Objects.equals(source.get("name"), reference.get("name"));
    }

    private static void dataSource(JsonObject source, FieldPath path, FieldErrors errors) {
        Checks.required(source, "name", path, errors);
        Checks.required(source, "kind", path, errors);
        String group = source.textOr("apiGroup", "");
        if (group.isEmpty() && !source.textOr("kind", "").equals("PersistentVolumeClaim")) {
            errors.invalid(
                    path,
                    source.textOr("kind", ""),
                    "must be 'PersistentVolumeClaim' when referencing the default apiGroup");
        }
        if (!group.isEmpty()) {
            Checks.subdomain(group, path.child("apiGroup"), errors);
        }
        String namespace = source.textOr("namespace", "");
        if (!namespace.isEmpty()) {
            Checks.label(namespace, path.child("namespace"), errors);
        }
    }
}
