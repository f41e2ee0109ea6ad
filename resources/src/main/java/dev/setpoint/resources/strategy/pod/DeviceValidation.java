package dev.setpoint.resources.strategy.pod;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.JsonValue.JsonInteger;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.Formats;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Storage that a pod names itself, or that a PersistentVolume stands for.
public final class DeviceValidation {
    private static final List<String> HOST_PATH_TYPES = List.of(
            "", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket");
    private static final Map<String, List<String>> REQUIRED = Map.ofEntries(
            Map.entry("gcePersistentDisk", List.of("pdName")),
            Map.entry("awsElasticBlockStore", List.of("volumeID")),
            Map.entry("nfs", List.of("server", "path")),
            Map.entry("iscsi", List.of("targetPortal", "iqn")),
            Map.entry("glusterfs", List.of("endpoints", "path")),
            Map.entry("rbd", List.of("monitors", "image")),
            Map.entry("cinder", List.of("volumeID")),
            Map.entry("cephfs", List.of("monitors")),
            Map.entry("quobyte", List.of("registry", "volume")),
            Map.entry("flexVolume", List.of("driver")),
            Map.entry("azureFile", List.of("secretName", "shareName")),
            Map.entry("vsphereVolume", List.of("volumePath")),
            Map.entry("photonPersistentDisk", List.of("pdID")),
            Map.entry("portworxVolume", List.of("volumeID")),
            Map.entry("azureDisk", List.of("diskName", "diskURI")),
            Map.entry("storageos", List.of("volumeName")),
            Map.entry("scaleIO", List.of("gateway", "system", "volumeName")));
    private static final long MOST_UNITS = 255;

    private DeviceValidation() {}

    public static void check(String source, JsonObject settings, FieldPath path, FieldErrors errors) {
        for (String field : REQUIRED.getOrDefault(source, List.of())) {
            Checks.required(settings, field, path, errors);
        }
        switch (source) {
            case "hostPath" -> hostPath(settings, path, errors);
            case "nfs" -> {
                if (!settings.textOr("path", "").startsWith("/")) {
                    errors.invalid(path.child("path"), settings.textOr("path", ""), "must be an absolute path");
                }
            }
            case "gcePersistentDisk", "awsElasticBlockStore" -> partition(settings, path, errors);
            case "iscsi" -> iscsi(settings, path, errors);
            case "fc" -> fibreChannel(settings, path, errors);
            case "flexVolume" -> flexOptions(settings, path, errors);
            case "flocker" -> flocker(settings, path, errors);
            default -> {}
        }
    }

    static void hostPath(JsonObject settings, FieldPath path, FieldErrors errors) {
        if (Checks.required(settings, "path", path, errors)) {
            PathValidation.noBacksteps(settings.textOr("path", ""), path.child("path"), errors);
            String type = settings.textOr("type", "");
            if (!HOST_PATH_TYPES.contains(type)) {
                errors.notSupported(path.child("type"), type, HOST_PATH_TYPES);
            }
        }
    }

    /// Storage of the node itself, as a PersistentVolume.
    public static void local(JsonObject settings, FieldPath path, FieldErrors errors) {
        if (Checks.required(settings, "path", path, errors)) {
            PathValidation.noBacksteps(settings.textOr("path", ""), path.child("path"), errors);
        }
    }

    private static void partition(JsonObject settings, FieldPath path, FieldErrors errors) {
        long partition = settings.integerOr("partition", 0);
        if (partition < 0 || partition > MOST_UNITS) {
            errors.invalid(path.child("partition"), partition, Checks.range(1, MOST_UNITS));
        }
    }

    private static void iscsi(JsonObject settings, FieldPath path, FieldErrors errors) {
        String name = settings.textOr("iqn", "");
        if (!name.isEmpty() && !name.startsWith("iqn") && !name.startsWith("eui") && !name.startsWith("naa")) {
            errors.invalid(path.child("iqn"), name, "must be valid format starting with iqn, eui, or naa");
        }
        Checks.inRange(settings, "lun", 0, MOST_UNITS, path, errors);
        boolean authenticated =
                settings.booleanOr("chapAuthDiscovery", false) || settings.booleanOr("chapAuthSession", false);
        if (authenticated && !settings.has("secretRef")) {
            errors.required(path.child("secretRef"), "");
        }
    }

    private static void fibreChannel(JsonObject settings, FieldPath path, FieldErrors errors) {
        boolean targets = Fields.isSet(settings, "targetWWNs");
        boolean identifiers = Fields.isSet(settings, "wwids");
        FieldPath at = path.child("targetWWNs");
        if (!targets && !identifiers) {
            errors.required(at, "must specify either targetWWNs or wwids, but not both");
        } else if (targets && identifiers) {
            errors.invalidShown(
                    at,
                    String.valueOf(settings.array("targetWWNs")),
                    "targetWWNs and wwids can not be specified simultaneously");
        }
        if (targets) {
            JsonValue unit = settings.get("lun");
            if (!(unit instanceof JsonInteger)) {
                errors.required(path.child("lun"), "lun is required if targetWWNs is specified");
            } else {
                Checks.inRange(settings, "lun", 0, MOST_UNITS, path, errors);
            }
        }
    }

    private static void flexOptions(JsonObject settings, FieldPath path, FieldErrors errors) {
        JsonObject options = settings.object("options");
        if (options == null) {
            return;
        }
        for (String key : options.names()) {
            int slash = key.indexOf('/');
            String domain = "." + (slash < 0 ? key : key.substring(0, slash)).toLowerCase(Locale.ROOT);
            if (domain.endsWith(".kubernetes.io") || domain.endsWith(".k8s.io")) {
                errors.invalid(path.child("options").key(key), key, "kubernetes.io and k8s.io namespaces are reserved");
            }
        }
    }

    private static void flocker(JsonObject settings, FieldPath path, FieldErrors errors) {
        String name = settings.textOr("datasetName", "");
        boolean identified = Fields.isSet(settings, "datasetUUID");
        if (name.isEmpty() && !identified) {
            errors.required(path, "one of datasetName and datasetUUID is required");
        }
        if (!name.isEmpty() && identified) {
            errors.invalid(path, "resource", "datasetName and datasetUUID can not be specified simultaneously");
        }
        if (name.indexOf('/') >= 0) {
            errors.invalid(path.child("datasetName"), name, "must not contain '/'");
        }
    }

    /// The name of a CSI driver, in any case.
    public static void driverName(String name, FieldPath path, FieldErrors errors) {
        if (name.isEmpty()) {
            errors.required(path, "");
            return;
        }
        if (name.length() > Formats.LABEL_LENGTH) {
            errors.tooLong(path, Formats.LABEL_LENGTH);
        }
        errors.invalid(path, name, Formats.dns1123Subdomain(name.toLowerCase(Locale.ROOT)));
    }
}
