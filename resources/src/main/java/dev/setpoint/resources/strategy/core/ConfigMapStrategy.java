package dev.setpoint.resources.strategy.core;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Formats;
import dev.setpoint.resources.strategy.KindRules;
import java.util.List;

/// ConfigMaps.
public final class ConfigMapStrategy implements KindRules {
    private static final FieldPath DATA = FieldPath.of("data");

    @Override
    public void check(JsonObject map, FieldErrors errors) {
        JsonObject data = map.object("data");
        JsonObject binary = map.object("binaryData");
        if (data != null) {
            for (String key : data.names()) {
                errors.invalid(DATA.key(key), key, Formats.configKey(key));
                if (binary != null && binary.has(key)) {
                    errors.invalid(DATA.key(key), key, "duplicate of key present in binaryData");
                }
            }
        }
        KeyedData.keys(binary, FieldPath.of("binaryData"), errors);
        if (KeyedData.bytes(data, false) + KeyedData.bytes(binary, true) > KeyedData.MAX_BYTES) {
            errors.tooLong(FieldPath.WHOLE, KeyedData.MAX_BYTES);
        }
    }

    @Override
    public void checkUpdate(JsonObject map, JsonObject old, FieldErrors errors) {
        KeyedData.checkFixed(map, old, List.of("data", "binaryData"), errors);
        check(map, errors);
    }
}
