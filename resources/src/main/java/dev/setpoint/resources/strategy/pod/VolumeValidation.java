package dev.setpoint.resources.strategy.pod;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.Formats;
import dev.setpoint.resources.strategy.ObjectMetaValidation;
import dev.setpoint.resources.strategy.Quantities;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The volumes of a pod. Each has a name and exactly one source.
final class VolumeValidation {
    /// In the order in which sources are looked at: the first one counts, the others are too many.
    private static final List<String> SOURCES = List.of(
            "emptyDir",
            "hostPath",
            "gitRepo",
            "gcePersistentDisk",
            "awsElasticBlockStore",
            "secret",
            "nfs",
            "iscsi",
            "glusterfs",
            "flocker",
            "persistentVolumeClaim",
            "rbd",
            "cinder",
            "cephfs",
            "quobyte",
            "downwardAPI",
            "fc",
            "flexVolume",
            "configMap",
            "azureFile",
            "vsphereVolume",
            "photonPersistentDisk",
            "portworxVolume",
            "azureDisk",
            "storageos",
            "projected",
            "scaleIO",
            "csi",
            "ephemeral",
            "image");
    private static final List<String> ALLOWED_TEMPLATE_METADATA = List.of("annotations", "labels");

    private final boolean isPod;
    private final String podName;
    private final FieldErrors errors;

    VolumeValidation(boolean isPod, String podName, FieldErrors errors) {
        this.isPod = isPod;
        this.podName = podName;
        this.errors = errors;
    }

    /// The volumes that containers may mount: those with which nothing is wrong.
    Map<String, JsonObject> check(JsonObject spec, FieldPath path) {
        Map<String, JsonObject> sound = new HashMap<>();
        Set<String> created = new HashSet<>();
        Fields.each(spec, "volumes", volume -> {
            if (volume.has("ephemeral")) {
                created.add(podName + "-" + volume.textOr("name", ""));
            }
        });
        Fields.each(spec, "volumes", path, (volume, at) -> {
            int before = errors.size();
            source(volume, at);
            name(volume, sound, at);
            if (errors.size() == before) {
                sound.put(volume.textOr("name", ""), volume);
            }
            String claim = Fields.text(volume, "persistentVolumeClaim", "claimName");
            if (!podName.isEmpty() && created.contains(claim)) {
                errors.invalid(
                        at.child("persistentVolumeClaim").child("claimName"),
                        claim,
                        "must not reference a PVC that gets created for an ephemeral volume");
            }
        });
        return sound;
    }

    private void name(JsonObject volume, Map<String, JsonObject> sound, FieldPath path) {
        String name = volume.textOr("name", "");
        if (Checks.required(volume, "name", path, errors)) {
            Checks.label(name, path.child("name"), errors);
        }
        if (sound.containsKey(name)) {
            errors.duplicate(path.child("name"), name);
        }
    }

    private void source(JsonObject volume, FieldPath path) {
        int count = 0;
        for (String source : SOURCES) {
            JsonObject settings = volume.object(source);
            if (settings == null) {
                continue;
            }
            if (count++ > 0) {
                errors.forbidden(path.child(source), "may not specify more than 1 volume type");
            } else {
                source(source, settings, volume.textOr("name", ""), path);
            }
        }
        if (count == 0) {
            errors.required(path, "must specify a volume type");
        }
    }

    private void source(String source, JsonObject settings, String name, FieldPath volume) {
        FieldPath path = volume.child(source);
        switch (source) {
            case "emptyDir" -> {
                if (Quantities.of(settings.get("sizeLimit")).signum() < 0) {
                    errors.forbidden(path.child("sizeLimit"), "SizeLimit field must be a valid resource quantity");
                }
            }
            case "gitRepo" -> {
                Checks.required(settings, "repository", path, errors);
                PathValidation.localDescending(settings.textOr("directory", ""), path.child("directory"), errors);
            }
            case "secret" -> files(settings, "secretName", path);
            case "configMap" -> files(settings, "name", path);
            case "persistentVolumeClaim" -> Checks.required(settings, "claimName", path, errors);
            case "downwardAPI" -> {
                PathValidation.mode(settings, "defaultMode", path, errors);
                for (JsonObject file : Fields.objects(settings, "items")) {
                    EnvironmentValidation.downwardFile(file, path, errors); // Told of the list, not of the element.
                }
            }
            case "projected" -> new ProjectionValidation(path, errors).check(settings);
            case "csi" -> csi(settings, path);
            case "ephemeral" -> ephemeral(settings, name, volume);
            case "image" -> {
                if (isPod) {
                    Checks.required(settings, "reference", path, errors);
                }
                ContainerValidation.pullPolicy(settings, "pullPolicy", path, errors);
            }
            default -> DeviceValidation.check(source, settings, path, errors);
        }
    }

    private void files(JsonObject settings, String nameField, FieldPath path) {
        Checks.required(settings, nameField, path, errors);
        PathValidation.mode(settings, "defaultMode", path, errors);
        Fields.each(settings, "items", path, (item, at) -> keyToPath(item, at, errors));
    }

    static void keyToPath(JsonObject item, FieldPath path, FieldErrors errors) {
        Checks.required(item, "key", path, errors);
        Checks.required(item, "path", path, errors);
        PathValidation.localNonReserved(item.textOr("path", ""), path.child("path"), errors);
        PathValidation.mode(item, "mode", path, errors);
    }

    private void csi(JsonObject settings, FieldPath path) {
        DeviceValidation.driverName(settings.textOr("driver", ""), path.child("driver"), errors);
        JsonObject secret = settings.object("nodePublishSecretRef");
        if (secret != null && Checks.required(secret, "name", path.child("nodePublishSecretRef"), errors)) {
            Checks.subdomain(secret.textOr("name", ""), path.child("name"), errors);
        }
    }

    private void ephemeral(JsonObject settings, String name, FieldPath volume) {
        FieldPath path = volume.child("ephemeral").child("volumeClaimTemplate");
        JsonObject template = settings.object("volumeClaimTemplate");
        if (template == null) {
            errors.required(path, "");
        } else {
            claimTemplate(template, path);
        }
        if (!podName.isEmpty() && !name.isEmpty()) {
            String claim = podName + "-" + name;
            for (String mistake : Formats.dns1123Subdomain(claim)) {
                errors.invalid(volume.child("name"), name, "PVC name \"" + claim + "\": " + mistake);
            }
        }
    }

    private void claimTemplate(JsonObject template, FieldPath path) {
        JsonObject metadata = template.object("metadata");
        if (metadata != null) {
            FieldPath at = path.child("metadata");
            ObjectMetaValidation.annotations(metadata.object("annotations"), at.child("annotations"), errors);
            ObjectMetaValidation.labels(metadata.object("labels"), at.child("labels"), errors);
            for (String field : metadata.names()) {
                if (!ALLOWED_TEMPLATE_METADATA.contains(field)) {
                    errors.forbidden(at.child(field), "cannot be set");
                }
            }
        }
        ClaimSpecValidation.check(template.child("spec"), path.child("spec"), errors);
    }
}
