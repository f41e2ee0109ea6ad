package dev.setpoint.resources.strategy.core;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.JsonValue.JsonString;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.Defaults;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.KindRules;
import dev.setpoint.resources.strategy.KindWarnings;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/// Secrets. `stringData` is only ever written: what it says becomes data.
public final class SecretStrategy implements Defaults, KindRules, KindWarnings {
    @Override
    public void applyDefaults(JsonObject secret) {
        JsonObject texts = secret.object("stringData");
        if (texts != null && !texts.isEmpty()) {
            JsonObject data = secret.child("data");
            for (Map.Entry<String, JsonValue> entry : texts.entries()) {
                if (entry.getValue() instanceof JsonString(String text)) {
                    data.put(entry.getKey(), encoded(text));
                }
            }
        }
        secret.remove("stringData");
        Fields.fill(secret, "type", JsonValue.of("Opaque"));
    }

    private static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void check(JsonObject secret, FieldErrors errors) {
        SecretValidation.check(secret, errors);
    }

    @Override
    public void checkUpdate(JsonObject secret, JsonObject old, FieldErrors errors) {
        if (!secret.textOr("type", "").equals(old.textOr("type", ""))) {
            errors.invalid(FieldPath.of("type"), secret.textOr("type", ""), Checks.IMMUTABLE);
        }
        KeyedData.checkFixed(secret, old, List.of("data"), errors);
        check(secret, errors);
    }

    @Override
    public List<String> warnings(JsonObject secret) {
        return SecretValidation.warnings(secret);
    }
}
