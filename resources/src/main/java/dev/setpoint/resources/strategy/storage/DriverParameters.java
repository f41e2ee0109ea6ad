package dev.setpoint.resources.strategy.storage;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue.JsonString;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// What is handed to drivers as it is: bounded, and otherwise theirs to understand.
final class DriverParameters {
    private static final int MOST = 512;
    private static final int MOST_BYTES = 256 * 1024;

    private DriverParameters() {}

    static void check(@Nullable JsonObject parameters, FieldPath path, FieldErrors errors) {
        if (parameters == null) {
            return;
        }
        if (parameters.size() > MOST) {
            errors.tooLong(path, MOST);
            return;
        }
        if (parameters.has("")) {
            errors.invalid(path, "", "field can not be empty.");
        }
        checkBytes(parameters, path, errors);
    }

    static void checkBytes(@Nullable JsonObject texts, FieldPath path, FieldErrors errors) {
        if (texts != null && bytes(texts) > MOST_BYTES) {
            errors.tooLong(path, MOST_BYTES);
        }
    }

    private static long bytes(JsonObject texts) {
        long bytes = 0;
        for (var entry : texts.entries()) {
            bytes += length(entry.getKey());
            if (entry.getValue() instanceof JsonString(String text)) {
                bytes += length(text);
            }
        }
        return bytes;
    }

    private static int length(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
