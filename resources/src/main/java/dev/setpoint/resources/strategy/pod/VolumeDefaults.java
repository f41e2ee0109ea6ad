package dev.setpoint.resources.strategy.pod;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.Fields;

/// Fills what the author of a volume left out, in a pod or as a PersistentVolume.
public final class VolumeDefaults {
    private static final JsonValue EMPTY = JsonValue.of("");
    private static final JsonValue NO = JsonValue.of(false);
    private static final JsonValue FILE_MODE = JsonValue.of(0644);
    private static final JsonValue TOKEN_SECONDS = JsonValue.of(3600);
    private static final JsonValue FILESYSTEM = JsonValue.of("Filesystem");

    private VolumeDefaults() {}

    static void volume(JsonObject volume) {
        if (hasNoSource(volume)) {
            volume.put("emptyDir", new JsonObject());
            return;
        }
        for (String source : volume.names()) {
            JsonObject settings = volume.object(source);
            if (settings != null) {
                source(source, settings);
            }
        }
    }

    private static boolean hasNoSource(JsonObject volume) {
        return volume.isEmpty() || (volume.size() == 1 && volume.has("name"));
    }

    private static void source(String source, JsonObject settings) {
        switch (source) {
            case "secret", "configMap" -> settings.putIfAbsent("defaultMode", FILE_MODE);
            case "downwardAPI" -> {
                settings.putIfAbsent("defaultMode", FILE_MODE);
                Fields.each(settings, "items", PodDefaults::fieldReference);
            }
            case "projected" -> {
                settings.putIfAbsent("defaultMode", FILE_MODE);
                Fields.each(settings, "sources", VolumeDefaults::projection);
            }
            case "image" -> {
                if (settings.textOr("pullPolicy", "").isEmpty()) {
                    settings.put("pullPolicy", PodDefaults.pullPolicy(settings.textOr("reference", "")));
                }
            }
            case "ephemeral" -> {
                JsonObject template = settings.object("volumeClaimTemplate");
                if (template != null) {
                    claimSpec(template.child("spec"));
                }
            }
            default -> device(source, settings);
        }
    }

    /// Sources that a pod and a PersistentVolume share.
    public static void device(String source, JsonObject settings) {
        switch (source) {
            case "hostPath" -> settings.putIfAbsent("type", EMPTY);
            case "iscsi" -> Fields.fill(settings, "iscsiInterface", JsonValue.of("default"));
            case "rbd" -> {
                Fields.fill(settings, "pool", JsonValue.of("rbd"));
                Fields.fill(settings, "user", JsonValue.of("admin"));
                Fields.fill(settings, "keyring", JsonValue.of("/etc/ceph/keyring"));
            }
            case "azureDisk" -> {
                settings.putIfAbsent("cachingMode", JsonValue.of("ReadWrite"));
                settings.putIfAbsent("fsType", JsonValue.of("ext4"));
                settings.putIfAbsent("readOnly", NO);
                settings.putIfAbsent("kind", JsonValue.of("Shared"));
            }
            case "scaleIO" -> {
                Fields.fill(settings, "storageMode", JsonValue.of("ThinProvisioned"));
                Fields.fill(settings, "fsType", JsonValue.of("xfs"));
            }
            default -> {}
        }
    }

    private static void projection(JsonObject projection) {
        JsonObject downward = projection.object("downwardAPI");
        if (downward != null) {
            Fields.each(downward, "items", PodDefaults::fieldReference);
        }
        JsonObject token = projection.object("serviceAccountToken");
        if (token != null) {
            token.putIfAbsent("expirationSeconds", TOKEN_SECONDS);
        }
    }

    /// What a claim asks for, by itself or as part of a template.
    public static void claimSpec(JsonObject spec) {
        spec.putIfAbsent("volumeMode", FILESYSTEM);
    }
}
