package dev.setpoint.resources.strategy.pod;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue.JsonInteger;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;

/// Paths of files that may not lead out of where they belong, and the modes of such files.
final class PathValidation {
    private static final int MOST_PERMISSIVE = 0777;

    private PathValidation() {}

    static void noBacksteps(String path, FieldPath field, FieldErrors errors) {
        if (hasBackstep(path)) {
            errors.invalid(field, path, "must not contain '..'");
        }
    }

    static boolean hasBackstep(String path) {
        return path.equals("..") || path.startsWith("../") || path.endsWith("/..") || path.contains("/../");
    }

    static void localDescending(String path, FieldPath field, FieldErrors errors) {
        if (path.startsWith("/")) {
            errors.invalid(field, path, "must be a relative path");
        }
        noBacksteps(path, field, errors);
    }

    /// Names that begin with two dots belong to whoever updates the volume.
    static void localNonReserved(String path, FieldPath field, FieldErrors errors) {
        localDescending(path, field, errors);
        if (path.startsWith("..") && !path.startsWith("../")) {
            errors.invalid(field, path, "must not start with '..'");
        }
    }

    static void mode(JsonObject holder, String field, FieldPath path, FieldErrors errors) {
        if (holder.get(field) instanceof JsonInteger(long mode) && (mode < 0 || mode > MOST_PERMISSIVE)) {
            errors.invalid(path.child(field), mode, "must be a number between 0 and 0777 (octal), both inclusive");
        }
    }
}
