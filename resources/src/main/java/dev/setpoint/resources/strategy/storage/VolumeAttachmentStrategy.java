package dev.setpoint.resources.strategy.storage;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.JsonValue.JsonString;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Formats;
import dev.setpoint.resources.strategy.KindRules;
import dev.setpoint.resources.strategy.Preparation;
import dev.setpoint.resources.strategy.pod.DeviceValidation;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// VolumeAttachments: that a volume belongs at a node, and how far its attacher came.
public final class VolumeAttachmentStrategy implements Preparation, KindRules {
    private static final FieldPath SPEC = FieldPath.of("spec");
    private static final FieldPath STATUS = FieldPath.of("status");
    private static final String ONE_SOURCE = "must specify exactly one of inlineVolumeSpec and persistentVolumeName";
    private static final int MESSAGE_BYTES = 1024;
    private static final int METADATA_BYTES = 256 * 1024;

    @Override
    public void check(JsonObject attachment, FieldErrors errors) {
        JsonObject spec = attachment.child("spec");
        DeviceValidation.driverName(spec.textOr("attacher", ""), SPEC.child("attacher"), errors);
        source(spec.child("source"), SPEC.child("source"), errors);
        Checks.subdomain(spec.textOr("nodeName", ""), SPEC.child("nodeName"), errors);
        status(attachment.child("status"), errors);
        if (spec.child("source").get("persistentVolumeName") instanceof JsonString(String name)) {
            Checks.subdomain(name, FieldPath.of("spec.source.persistentVolumeName"), errors);
        }
    }

    private static void source(JsonObject source, FieldPath path, FieldErrors errors) {
        JsonValue name = source.get("persistentVolumeName");
        JsonObject inline = source.object("inlineVolumeSpec");
        if (name == null && inline == null) {
            errors.required(path, ONE_SOURCE);
        } else if (name != null && inline != null) {
            errors.forbidden(path, ONE_SOURCE);
        } else if (name != null && source.textOr("persistentVolumeName", "").isEmpty()) {
            errors.required(path.child("persistentVolumeName"), "must specify non empty persistentVolumeName");
        }
    }

    private static void status(JsonObject status, FieldErrors errors) {
        DriverParameters.checkBytes(status.object("attachmentMetadata"), STATUS.child("attachmentMetadata"), errors);
        failure(status.object("attachError"), STATUS.child("attachError"), errors);
        failure(status.object("detachError"), STATUS.child("detachError"), errors);
    }

    private static void failure(@Nullable JsonObject failure, FieldPath path, FieldErrors errors) {
        if (failure == null) {
            return;
        }
        if (Formats.bytes(failure.textOr("message", "")) > MESSAGE_BYTES) {
            errors.tooLong(path.child("message"), METADATA_BYTES);
        }
        Checks.inRange(failure, "errorCode", 0, Integer.MAX_VALUE, path, errors);
    }

    @Override
    public void checkUpdate(JsonObject attachment, JsonObject old, FieldErrors errors) {
        check(attachment, errors);
        if (!Objects.equals(attachment.get("spec"), old.get("spec"))) {
            Checks.immutable(attachment.get("spec"), SPEC, errors);
        }
    }

    @Override
    public void checkStatusUpdate(JsonObject attachment, JsonObject old, FieldErrors errors) {
        checkUpdate(attachment, old, errors);
    }

    @Override
    public JsonObject initialStatus(JsonObject attachment) {
        return new JsonObject().put("attached", false);
    }
}
