package dev.setpoint.resources.strategy;

import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.JsonValue.JsonInteger;
import dev.setpoint.machinery.json.JsonValue.JsonString;
import org.jspecify.annotations.Nullable;

/// Rules for fields that hold a number or a share: `3`, `25%`.
public final class IntOrPercent {
    private IntOrPercent() {}

    /// A number that is not negative, or a percentage.
    public static void check(JsonValue value, FieldPath path, FieldErrors errors) {
        switch (value) {
            case JsonString(String text) -> errors.invalid(path, text, Formats.percent(text));
            case JsonInteger(long number) -> {
                if (number < 0) {
                    errors.invalid(path, number, Checks.NOT_NEGATIVE);
                }
            }
            default -> errors.invalidShown(path, value.toString(), "must be an integer or percentage (e.g '5%%')");
        }
    }

    /// No share is more than the whole.
    public static void checkShare(JsonValue value, FieldPath path, FieldErrors errors) {
        if (value instanceof JsonString(String text)
                && Formats.percent(text).isEmpty()
                && isMoreThanWhole(text.substring(0, text.length() - 1))) {
            errors.invalid(path, text, "must not be greater than 100%");
        }
    }

    /// Whether it comes to nothing however many there are; an absent value does not.
    public static boolean isZero(@Nullable JsonValue value) {
        return switch (value) {
            case JsonInteger(long number) -> number == 0;
            case JsonString(String text) ->
                !text.isEmpty() && text.chars().allMatch(each -> each == '0' || each == '%');
            case null, default -> false;
        };
    }

    private static boolean isMoreThanWhole(String digits) {
        String significant = digits.replaceFirst("^0+", "");
        return significant.length() > 3 || (!significant.isEmpty() && Integer.parseInt(significant) > 100);
    }
}
