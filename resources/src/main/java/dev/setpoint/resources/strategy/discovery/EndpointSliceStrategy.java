package dev.setpoint.resources.strategy.discovery;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.Defaults;
import dev.setpoint.resources.strategy.DesiredState;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.KindRules;
import dev.setpoint.resources.strategy.KindWarnings;
import dev.setpoint.resources.strategy.Preparation;
import java.util.List;
import java.util.Objects;

/// EndpointSlices.
public final class EndpointSliceStrategy implements Defaults, Preparation, DesiredState, KindRules, KindWarnings {
    private static final JsonValue UNNAMED = JsonValue.of("");
    private static final JsonValue TCP = JsonValue.of("TCP");

    @Override
    public void applyDefaults(JsonObject slice) {
        Fields.each(slice, "ports", port -> {
            port.putIfAbsent("name", UNNAMED);
            port.putIfAbsent("protocol", TCP);
        });
        Fields.each(slice, "endpoints", endpoint -> endpoint.child("conditions"));
    }

    @Override
    public void prepareForCreate(JsonObject slice) {
        dropTopology(slice);
    }

    @Override
    public void prepareForUpdate(JsonObject slice, JsonObject old) {
        dropTopology(slice);
    }

    /// A field of versions that are no longer served.
    private static void dropTopology(JsonObject slice) {
        Fields.each(slice, "endpoints", endpoint -> endpoint.remove("deprecatedTopology"));
    }

    /// Consumers select slices by label, so a label is part of what is desired.
    @Override
    public boolean changesDesiredState(JsonObject slice, JsonObject old) {
        return DesiredState.super.changesDesiredState(slice, old)
                || !Objects.equals(slice.at("metadata", "labels"), old.at("metadata", "labels"));
    }

    @Override
    public List<String> warnings(JsonObject slice) {
        return slice.textOr("addressType", "").equals("FQDN")
                ? List.of("spec.addressType: FQDN endpoints are deprecated")
                : List.of();
    }

    @Override
    public List<String> warningsOnUpdate(JsonObject slice, JsonObject old) {
        return List.of();
    }

    @Override
    public void check(JsonObject slice, FieldErrors errors) {
        EndpointSliceValidation.check(slice, true, errors);
    }

    /// Endpoints that were accepted once stay acceptable.
    @Override
    public void checkUpdate(JsonObject slice, JsonObject old, FieldErrors errors) {
        boolean changed = !Objects.equals(slice.get("endpoints"), old.get("endpoints"));
        EndpointSliceValidation.check(slice, changed, errors);
        String type = slice.textOr("addressType", "");
        if (!type.equals(old.textOr("addressType", ""))) {
            errors.invalid(FieldPath.of("addressType"), type, Checks.IMMUTABLE);
        }
    }
}
