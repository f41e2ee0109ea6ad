package dev.setpoint.resources.strategy.discovery;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.KindStrategy;
import java.util.List;
import java.util.Objects;

/// EndpointSlices.
public final class EndpointSliceStrategy implements KindStrategy {
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
        return KindStrategy.super.changesDesiredState(slice, old)
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
}
