package dev.setpoint.resources.structural;

import dev.setpoint.machinery.api.FieldError;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.text.Quoted;
import java.math.BigDecimal;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/// Lengths, patterns and formats of texts, bounds of numbers.
final class ScalarChecks {
    private ScalarChecks() {}

    static void check(JsonValue value, Structural schema, SchemaValidation at) {
        switch (value) {
            case JsonValue.JsonString(String text) -> text(text, schema, at);
            case JsonValue.JsonInteger _, JsonValue.JsonDecimal _ -> number(value, schema.limits(), at);
            default -> {}
        }
    }

    private static void text(String text, Structural schema, SchemaValidation at) {
        ValueLimits limits = schema.limits();
        int length = text.codePointCount(0, text.length());
        if (limits.maxLength() != null && length > limits.maxLength()) {
            at.add(FieldError.tooLong(at.field(), (int) Math.min(limits.maxLength(), Integer.MAX_VALUE)));
        }
        if (limits.minLength() != null && length < limits.minLength()) {
            invalid(Quoted.of(text), "should be at least " + limits.minLength() + " chars long", at);
        }
        if (limits.pattern() != null && !limits.pattern().matcher(text).find()) {
            invalid(Quoted.of(text), "should match '" + limits.patternText() + "'", at);
        }
        boolean formatted = schema.type().isEmpty() || schema.type().equals("string");
        if (formatted && !TextFormats.matches(schema.format(), text)) {
            at.add(FieldError.typeInvalid(
                    at.field(),
                    Quoted.of(text),
                    at.name() + " in body must be of type " + schema.format() + ": " + Quoted.of(text)));
        }
    }

    private static void number(JsonValue value, ValueLimits limits, SchemaValidation at) {
        JsonValue multiple = limits.multipleOf();
        if (multiple != null && !isMultiple(value, multiple)) {
            invalid(value.toString(), "should be a multiple of " + multiple, at);
        }
        bound(
                value,
                limits.maximum(),
                limits.exclusiveMaximum() ? order -> order < 0 : order -> order <= 0,
                limits.exclusiveMaximum() ? "should be less than " : "should be less than or equal to ",
                at);
        bound(
                value,
                limits.minimum(),
                limits.exclusiveMinimum() ? order -> order > 0 : order -> order >= 0,
                limits.exclusiveMinimum() ? "should be greater than " : "should be greater than or equal to ",
                at);
    }

    private static void bound(
            JsonValue value, @Nullable JsonValue bound, IntPredicate holds, String words, SchemaValidation at) {
        if (bound != null && !holds.test(exact(value).compareTo(exact(bound)))) {
            invalid(value.toString(), words + bound, at);
        }
    }

    private static boolean isMultiple(JsonValue value, JsonValue of) {
        BigDecimal step = exact(of);
        return step.signum() != 0 && exact(value).remainder(step).signum() == 0;
    }

    private static BigDecimal exact(JsonValue number) {
        return number instanceof JsonValue.JsonInteger(long integer)
                ? BigDecimal.valueOf(integer)
                : BigDecimal.valueOf(ValueLimits.asDouble(number));
    }

    private static void invalid(String shown, String what, SchemaValidation at) {
        at.add(FieldError.invalid(at.field(), shown, at.name() + " in body " + what));
    }
}
