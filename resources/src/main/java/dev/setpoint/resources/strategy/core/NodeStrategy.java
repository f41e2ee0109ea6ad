package dev.setpoint.resources.strategy.core;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.Defaults;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.KindRules;
import dev.setpoint.resources.strategy.Preparation;
import org.jspecify.annotations.Nullable;

/// Nodes. A node registers itself, so its first status comes with it.
public final class NodeStrategy implements Defaults, Preparation, KindRules {
    @Override
    public void applyDefaults(JsonObject node) {
        addresses(node.child("spec"));
        JsonObject status = node.child("status");
        JsonObject capacity = status.object("capacity");
        if (capacity != null && !capacity.isEmpty() && !Fields.isSet(status, "allocatable")) {
            status.put("allocatable", capacity.copy());
        }
    }

    /// `podCIDR` is the first of `podCIDRs`; a writer who knows only one of them sets both.
    private static void addresses(JsonObject spec) {
        JsonArray ranges = spec.array("podCIDRs");
        String range = spec.textOr("podCIDR", "");
        if (range.isEmpty() && ranges != null && !ranges.isEmpty()) {
            spec.put("podCIDR", ranges.get(0));
        } else if (!range.isEmpty() && !startsWith(ranges, range)) {
            spec.put("podCIDRs", JsonArray.of(JsonValue.of(range)));
        }
    }

    private static boolean startsWith(@Nullable JsonArray ranges, String range) {
        return ranges != null && !ranges.isEmpty() && ranges.get(0).equals(JsonValue.of(range));
    }

    @Override
    public void prepareForCreate(JsonObject node) {
        node.child("spec").remove("configSource");
        node.child("status").remove("config");
    }

    @Override
    public void check(JsonObject node, FieldErrors errors) {
        NodeValidation.check(node, errors);
    }

    @Override
    public void checkUpdate(JsonObject node, JsonObject old, FieldErrors errors) {
        NodeValidation.check(node, errors);
        NodeValidation.checkUpdate(node, old, errors);
    }

    @Override
    public void checkStatusUpdate(JsonObject node, JsonObject old, FieldErrors errors) {
        NodeValidation.checkUpdate(node, old, errors);
    }
}
