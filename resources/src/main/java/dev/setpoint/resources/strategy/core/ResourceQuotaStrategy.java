package dev.setpoint.resources.strategy.core;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.quantity.Quantity;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.KindRules;
import dev.setpoint.resources.strategy.KindWarnings;
import dev.setpoint.resources.strategy.Preparation;
import dev.setpoint.resources.strategy.Quantities;
import java.util.ArrayList;
import java.util.List;

/// ResourceQuotas.
public final class ResourceQuotaStrategy implements Preparation, KindRules, KindWarnings {
    @Override
    public JsonObject initialStatus(JsonObject quota) {
        return new JsonObject();
    }

    @Override
    public void check(JsonObject quota, FieldErrors errors) {
        new ResourceQuotaValidation(quota.child("spec"), errors).check();
    }

    @Override
    public void checkUpdate(JsonObject quota, JsonObject old, FieldErrors errors) {
        new ResourceQuotaValidation(quota.child("spec"), errors).checkUpdate(old.child("spec"));
    }

    @Override
    public void checkStatusUpdate(JsonObject quota, JsonObject old, FieldErrors errors) {
        JsonObject status = quota.child("status");
        for (String list : List.of("hard", "used")) {
            ResourceQuotaValidation.amounts(
                    status.object(list), FieldPath.of("status").child(list), errors);
        }
    }

    /// A quota that lets pods ask for more than they may be limited to is hardly meant.
    @Override
    public List<String> warnings(JsonObject quota) {
        JsonObject hard = quota.child("spec").object("hard");
        List<String> warnings = new ArrayList<>(0);
        if (hard == null) {
            return warnings;
        }
        for (String resource : List.of("cpu", "memory", "storage", "ephemeral-storage")) {
            boolean bare = !hard.has("requests." + resource) && (resource.equals("cpu") || resource.equals("memory"));
            String request = bare ? resource : "requests." + resource;
            JsonValue requested = hard.get(request);
            JsonValue limited = hard.get("limits." + resource);
            if (requested != null && limited != null) {
                Quantity least = Quantities.of(requested);
                Quantity most = Quantities.of(limited);
                if (least.compareTo(most) > 0) {
                    warnings.add("ResourceQuota " + request + " (" + least + ") should be less than limits." + resource
                            + " (" + most + ")");
                }
            }
        }
        return warnings;
    }

    @Override
    public List<String> warningsOnUpdate(JsonObject quota, JsonObject old) {
        return List.of();
    }
}
