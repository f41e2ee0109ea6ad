package dev.setpoint.apiserver.metrics;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.quantity.Quantity;
import dev.setpoint.machinery.quantity.QuantityFormat;

/// What something uses.
///
/// @param cpu in cores
/// @param memory in bytes
public record Usage(Quantity cpu, Quantity memory) {
    static final Usage NONE = new Usage(Quantity.ZERO, Quantity.of(0, QuantityFormat.BINARY));

    Usage plus(Usage other) {
        return new Usage(cpu.plus(other.cpu), memory.plus(other.memory));
    }

    JsonObject toJson() {
        return new JsonObject().put("cpu", cpu.toString()).put("memory", memory.toString());
    }
}
