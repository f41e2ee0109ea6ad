package dev.setpoint.resources.strategy.core;

import dev.setpoint.machinery.api.FieldError;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.quantity.Quantity;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.Quantities;
import dev.setpoint.resources.strategy.Shown;
import dev.setpoint.resources.strategy.StructText;
import dev.setpoint.resources.strategy.UnifiedDiff;
import dev.setpoint.resources.strategy.pod.ClaimSpecValidation;
import dev.setpoint.resources.strategy.pod.DeviceValidation;
import dev.setpoint.resources.strategy.pod.NodeSelectorValidation;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// What a PersistentVolume must look like: storage of one kind, whose source never changes.
final class PersistentVolumeValidation {
    private static final FieldPath SPEC = FieldPath.of("spec");
    private static final List<String> RECLAIM_POLICIES = List.of("Delete", "Recycle", "Retain");
    private static final List<String> SOURCES = List.of(
            "hostPath",
            "gcePersistentDisk",
            "awsElasticBlockStore",
            "glusterfs",
            "flocker",
            "nfs",
            "rbd",
            "quobyte",
            "cephfs",
            "iscsi",
            "cinder",
            "fc",
            "flexVolume",
            "azureFile",
            "vsphereVolume",
            "photonPersistentDisk",
            "portworxVolume",
            "azureDisk",
            "scaleIO",
            "local",
            "storageos",
            "csi");
    private static final List<String> SECRETS = List.of(
            "controllerPublishSecretRef", "controllerExpandSecretRef", "nodePublishSecretRef", "nodeExpandSecretRef");

    private final JsonObject spec;
    private final FieldErrors errors;

    PersistentVolumeValidation(JsonObject spec, FieldErrors errors) {
        this.spec = spec;
        this.errors = errors;
    }

    void check() {
        if (!Fields.isSet(spec, "accessModes")) {
            errors.required(SPEC.child("accessModes"), "");
        }
        ClaimSpecValidation.accessModes(Fields.texts(spec, "accessModes"), SPEC.child("accessModes"), errors);
        capacity();
        Checks.oneOf(spec, "persistentVolumeReclaimPolicy", RECLAIM_POLICIES, SPEC, errors);
        boolean placed = nodeAffinity();
        sources(placed);
        String host = Fields.text(spec, "hostPath", "path");
        if (!host.isEmpty()
                && host.replace("/", "").replace(".", "").isEmpty()
                && spec.textOr("persistentVolumeReclaimPolicy", "").equals("Recycle")) {
            errors.forbidden(
                    SPEC.child("persistentVolumeReclaimPolicy"), "may not be 'recycle' for a hostPath mount of '/'");
        }
        if (Fields.isSet(spec, "storageClassName")) {
            Checks.subdomain(spec.textOr("storageClassName", ""), SPEC.child("storageClassName"), errors);
        }
        Checks.oneOf(spec, "volumeMode", ClaimSpecValidation.VOLUME_MODES, SPEC, errors);
        attributesClass();
    }

    private void capacity() {
        JsonObject capacity = spec.object("capacity");
        FieldPath path = SPEC.child("capacity");
        if (capacity == null || capacity.isEmpty()) {
            errors.required(path, "");
        }
        if (capacity == null || capacity.size() > 1 || !capacity.has("storage")) {
            errors.add(new FieldError(
                    "FieldValueNotSupported",
                    path.toString(),
                    "Unsupported value: " + Shown.map(capacity) + ": supported values: \"storage\""));
        }
        if (capacity != null) {
            for (Map.Entry<String, JsonValue> entry : capacity.entries()) {
                Quantity amount = Quantities.of(entry.getValue());
                if (amount.signum() < 0) {
                    errors.invalid(path.key(entry.getKey()), amount.value(), "must be a valid resource quantity");
                }
                if (amount.signum() <= 0) {
                    errors.invalid(path.key(entry.getKey()), amount.toString(), Checks.POSITIVE);
                }
            }
        }
    }

    /// Whether the volume says from where it can be reached.
    private boolean nodeAffinity() {
        JsonObject affinity = spec.object("nodeAffinity");
        if (affinity == null) {
            return false;
        }
        JsonObject required = affinity.object("required");
        if (required == null) {
            errors.required(SPEC.child("nodeAffinity").child("required"), "must specify required node constraints");
            return true;
        }
        NodeSelectorValidation.check(required, SPEC.child("nodeAffinity").child("required"), errors);
        return true;
    }

    private void sources(boolean placed) {
        int count = 0;
        for (String source : SOURCES) {
            JsonObject settings = spec.object(source);
            if (settings == null) {
                continue;
            }
            if (count++ > 0) {
                errors.forbidden(SPEC.child(source), "may not specify more than 1 volume type");
                continue;
            }
            FieldPath path = SPEC.child(source);
            switch (source) {
                case "local" -> {
                    DeviceValidation.local(settings, path, errors);
                    if (!placed) {
                        errors.required(SPEC.child("nodeAffinity"), "Local volume requires node affinity");
                    }
                }
                case "csi" -> csi(settings, path);
                default -> DeviceValidation.check(source, settings, path, errors);
            }
        }
        if (count == 0) {
            errors.required(SPEC, "must specify a volume type");
        }
    }

    private void csi(JsonObject settings, FieldPath path) {
        DeviceValidation.driverName(settings.textOr("driver", ""), path.child("driver"), errors);
        Checks.required(settings, "volumeHandle", path, errors);
        for (String field : SECRETS) {
            JsonObject secret = settings.object(field);
            if (secret == null) {
                continue;
            }
            FieldPath at = path.child(field);
            if (Checks.required(secret, "name", at, errors)) {
                Checks.subdomain(secret.textOr("name", ""), at.child("name"), errors);
            }
            if (Checks.required(secret, "namespace", at, errors)) {
                Checks.label(secret.textOr("namespace", ""), at.child("namespace"), errors);
            }
        }
    }

    private void attributesClass() {
        if (!spec.has("volumeAttributesClassName")) {
            return;
        }
        FieldPath path = SPEC.child("volumeAttributesClassName");
        String name = spec.textOr("volumeAttributesClassName", "");
        if (name.isEmpty()) {
            errors.required(path, "an empty string is disallowed");
        } else {
            Checks.subdomain(name, path, errors);
        }
        if (!spec.has("csi")) {
            errors.required(SPEC.child("csi"), "has to be specified when using volumeAttributesClassName");
        }
    }

    void checkUpdate(JsonObject before) {
        check();
        JsonObject now = source(spec);
        JsonObject was = source(before);
        if (now.get("csi") instanceof JsonObject csi
                && was.get("csi") instanceof JsonObject old
                && !old.has("controllerExpandSecretRef")) {
            csi.remove("controllerExpandSecretRef"); // It may be given later.
        }
        if (!now.equals(was)) {
            errors.forbidden(
                    SPEC.child("persistentvolumesource"),
                    "spec.persistentvolumesource is immutable after creation\n"
                            + UnifiedDiff.of(StructText.of(was), StructText.of(now)));
        }
        if (!Objects.equals(spec.get("volumeMode"), before.get("volumeMode"))) {
            Checks.immutable(spec.get("volumeMode"), FieldPath.of("volumeMode"), errors);
        }
        if (before.has("nodeAffinity") && !Objects.equals(spec.get("nodeAffinity"), before.get("nodeAffinity"))) {
            errors.invalidShown(FieldPath.of("nodeAffinity"), Shown.value(spec.get("nodeAffinity")), Checks.IMMUTABLE);
        }
        if (before.has("volumeAttributesClassName") && !spec.has("volumeAttributesClassName")) {
            errors.forbidden(SPEC.child("volumeAttributesClassName"), "update from non-nil value to nil is forbidden");
        }
    }

    private static JsonObject source(JsonObject spec) {
        return Shown.ordered(spec, SOURCES).copy();
    }
}
