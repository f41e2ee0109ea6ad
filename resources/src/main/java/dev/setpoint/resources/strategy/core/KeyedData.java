package dev.setpoint.resources.strategy.core;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.JsonValue.JsonString;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Formats;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What ConfigMaps and Secrets have in common: entries whose keys may become names of files, a size of at most one
/// mebibyte, and a switch that fixes them for ever.
final class KeyedData {
    static final int MAX_BYTES = 1024 * 1024;
    private static final String FIXED = "field is immutable when `immutable` is set";

    private KeyedData() {}

    static void keys(@Nullable JsonObject data, FieldPath path, FieldErrors errors) {
        if (data != null) {
            for (String key : data.names()) {
                errors.invalid(path.key(key), key, Formats.configKey(key));
            }
        }
    }

    static long bytes(@Nullable JsonObject data, boolean encoded) {
        long bytes = 0;
        if (data != null) {
            for (Map.Entry<String, JsonValue> entry : data.entries()) {
                if (entry.getValue() instanceof JsonString(String text)) {
                    bytes += encoded ? decodedLength(text) : Formats.bytes(text);
                }
            }
        }
        return bytes;
    }

    /// How many bytes a base64 text stands for.
    private static int decodedLength(String text) {
        int padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
        return text.length() / 4 * 3 - padding;
    }

    static void checkFixed(JsonObject object, JsonObject old, List<String> fields, FieldErrors errors) {
        if (!old.booleanOr("immutable", false)) {
            return;
        }
        if (!object.booleanOr("immutable", false)) {
            errors.forbidden(FieldPath.of("immutable"), FIXED);
        }
        for (String field : fields) {
            if (!Objects.equals(object.get(field), old.get(field))) {
                errors.forbidden(FieldPath.of(field), FIXED);
            }
        }
    }
}
