package dev.setpoint.resources.strategy;

import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.JsonValue.JsonInteger;
import dev.setpoint.machinery.json.JsonValue.JsonString;
import dev.setpoint.machinery.quantity.Quantity;
import dev.setpoint.machinery.quantity.QuantityFormat;
import org.jspecify.annotations.Nullable;

/// Quantities as they stand in objects. What reaches a strategy has been parsed before, so nothing here fails.
public final class Quantities {
    private Quantities() {}

    /// Zero when there is none.
    public static Quantity of(@Nullable JsonValue value) {
        return switch (value) {
            case null -> Quantity.ZERO;
            case JsonString(String text) -> Quantity.parse(text);
            case JsonInteger(long number) -> Quantity.of(number, QuantityFormat.DECIMAL);
            default -> Quantity.parse(value.toString());
        };
    }

    /// How Kubernetes shows the quantity.
    public static String text(@Nullable JsonValue value) {
        return of(value).toString();
    }
}
