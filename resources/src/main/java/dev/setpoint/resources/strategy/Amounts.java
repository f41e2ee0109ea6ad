package dev.setpoint.resources.strategy;

import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.JsonValue.JsonDecimal;
import dev.setpoint.machinery.json.JsonValue.JsonInteger;
import dev.setpoint.machinery.json.JsonValue.JsonString;
import java.math.BigDecimal;

/// The numbers behind quantities: `100m`, `1Gi`, `2e3`. What reaches a strategy has been parsed before.
public final class Amounts {
    private static final String BINARY = "KMGTPE";
    private static final String DECIMAL = "num kMGTPE";

    private Amounts() {}

    public static BigDecimal of(JsonValue quantity) {
        return switch (quantity) {
            case JsonInteger(long number) -> BigDecimal.valueOf(number);
            case JsonDecimal(double number) -> BigDecimal.valueOf(number);
            case JsonString(String text) -> parse(text);
            default -> throw new IllegalStateException(quantity + " (expected: a quantity)");
        };
    }

    private static BigDecimal parse(String text) {
        int end = text.length();
        if (text.endsWith("i")) {
            int power = BINARY.indexOf(text.charAt(end - 2)) + 1;
            return new BigDecimal(text.substring(0, end - 2)).multiply(BigDecimal.valueOf(1L << (10 * power)));
        }
        char last = end == 0 ? '0' : text.charAt(end - 1);
        int step = last == ' ' ? -1 : DECIMAL.indexOf(last);
        if (step < 0) {
            return new BigDecimal(text);
        }
        return new BigDecimal(text.substring(0, end - 1)).scaleByPowerOfTen(3 * (step - 3));
    }
}
