package dev.setpoint.resources.table;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Volumes, claims, and the groups storage.k8s.io and resource.k8s.io.
final class StorageRows {
    private static final String OLD_CLASS = "volume.beta.kubernetes.io/storage-class";

    private StorageRows() {}

    static Row persistentVolume(Subject volume) {
        String claim = volume.has("spec", "claimRef")
                ? volume.text("spec", "claimRef", "namespace") + "/" + volume.text("spec", "claimRef", "name")
                : "";
        return Row.of(
                volume.name(),
                volume.quantity("spec", "capacity", "storage"),
                accessModes(volume.texts("spec", "accessModes")),
                volume.text("spec", "persistentVolumeReclaimPolicy"),
                volume.deleting() ? "Terminating" : volume.text("status", "phase"),
                claim,
                storageClass(volume),
                orUnset(volume, "volumeAttributesClassName"),
                volume.text("status", "reason"),
                volume.age(),
                orUnset(volume, "volumeMode"));
    }

    static Row persistentVolumeClaim(Subject claim) {
        String volume = claim.text("spec", "volumeName");
        return Row.of(
                claim.name(),
                claim.deleting() ? "Terminating" : claim.text("status", "phase"),
                volume,
                volume.isEmpty() ? "" : claim.quantity("status", "capacity", "storage"),
                volume.isEmpty() ? "" : accessModes(claim.texts("status", "accessModes")),
                storageClass(claim),
                orUnset(claim, "volumeAttributesClassName"),
                claim.age(),
                orUnset(claim, "volumeMode"));
    }

    private static String accessModes(List<String> modes) {
        List<String> words = new ArrayList<>();
        addIf(modes.contains("ReadWriteOnce"), "RWO", words);
        addIf(modes.contains("ReadOnlyMany"), "ROX", words);
        addIf(modes.contains("ReadWriteMany"), "RWX", words);
        addIf(modes.contains("ReadWriteOncePod"), "RWOP", words);
        return String.join(",", words);
    }

    /// An annotation came before the field and still goes before it.
    private static String storageClass(Subject subject) {
        return subject.has("metadata", "annotations", OLD_CLASS)
                ? subject.text("metadata", "annotations", OLD_CLASS)
                : subject.text("spec", "storageClassName");
    }

    private static String orUnset(Subject subject, String field) {
        return subject.has("spec", field) ? subject.text("spec", field) : Subject.UNSET;
    }

    static Row storageClassRow(Subject storageClass) {
        boolean isDefault = storageClass
                        .text("metadata", "annotations", "storageclass.kubernetes.io/is-default-class")
                        .equals("true")
                || storageClass
                        .text("metadata", "annotations", "storageclass.beta.kubernetes.io/is-default-class")
                        .equals("true");
        return Row.of(
                storageClass.name() + (isDefault ? " (default)" : ""),
                storageClass.text("provisioner"),
                storageClass.textOr("Delete", "reclaimPolicy"),
                storageClass.textOr("Immediate", "volumeBindingMode"),
                storageClass.flag("allowVolumeExpansion"),
                storageClass.age());
    }

    static Row volumeAttributesClass(Subject attributes) {
        return Row.of(attributes.name(), attributes.text("driverName"), attributes.age());
    }

    static Row volumeAttachment(Subject attachment) {
        return Row.of(
                attachment.name(),
                attachment.text("spec", "attacher"),
                attachment.text("spec", "source", "persistentVolumeName"),
                attachment.text("spec", "nodeName"),
                attachment.flag("status", "attached"),
                attachment.age());
    }

    static Row csiNode(Subject node) {
        return Row.of(node.name(), node.size("spec", "drivers"), node.age());
    }

    static Row csiDriver(Subject driver) {
        String modes = String.join(",", driver.texts("spec", "volumeLifecycleModes"));
        String audiences = driver.objects("spec", "tokenRequests").stream()
                .map(request -> request.textOr("audience", ""))
                .collect(Collectors.joining(","));
        return Row.of(
                driver.name(),
                !driver.has("spec", "attachRequired") || driver.flag("spec", "attachRequired"),
                driver.flag("spec", "podInfoOnMount"),
                driver.flag("spec", "storageCapacity"),
                driver.has("spec", "tokenRequests") ? audiences : Subject.UNSET,
                driver.flag("spec", "requiresRepublish"),
                modes.isEmpty() ? Subject.NONE : modes,
                driver.age());
    }

    static Row resourceClaim(Subject claim) {
        List<String> states = new ArrayList<>();
        boolean allocated = claim.has("status", "allocation");
        addIf(claim.deleting(), "deleted", states);
        addIf(!allocated && !claim.deleting(), "pending", states);
        addIf(allocated, "allocated", states);
        addIf(allocated && claim.size("status", "reservedFor") > 0, "reserved", states);
        return Row.of(claim.name(), String.join(",", states), claim.age());
    }

    static Row resourceSlice(Subject slice) {
        return Row.of(
                slice.name(),
                slice.text("spec", "nodeName"),
                slice.text("spec", "driver"),
                slice.text("spec", "pool", "name"),
                slice.age());
    }

    private static void addIf(boolean holds, String word, List<String> words) {
        if (holds) {
            words.add(word);
        }
    }
}
