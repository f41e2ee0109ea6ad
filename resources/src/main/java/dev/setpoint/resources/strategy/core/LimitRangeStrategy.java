package dev.setpoint.resources.strategy.core;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.Defaults;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.KindRules;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// LimitRanges.
public final class LimitRangeStrategy implements Defaults, KindRules {
    @Override
    public void applyDefaults(JsonObject range) {
        Fields.each(range.child("spec"), "limits", LimitRangeStrategy::limit);
    }

    /// For containers: who states a maximum means it as the default limit, and a default limit or a minimum as the
    /// default request.
    private static void limit(JsonObject limit) {
        if (!limit.textOr("type", "").equals("Container")) {
            return;
        }
        JsonObject fallback = limit.child("default");
        JsonObject request = limit.child("defaultRequest");
        fill(fallback, limit.object("max"));
        fill(request, fallback);
        fill(request, limit.object("min"));
        limit.names().removeIf(name -> name.startsWith("default") && !Fields.isSet(limit, name));
    }

    private static void fill(JsonObject amounts, @Nullable JsonObject from) {
        if (from != null) {
            for (Map.Entry<String, JsonValue> amount : from.entries()) {
                amounts.putIfAbsent(amount.getKey(), amount.getValue());
            }
        }
    }

    @Override
    public void check(JsonObject range, FieldErrors errors) {
        new LimitRangeValidation(errors).check(range.child("spec"));
    }
}
