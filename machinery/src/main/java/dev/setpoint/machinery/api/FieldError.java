package dev.setpoint.machinery.api;

import java.util.List;
import java.util.stream.Collectors;

/// One thing that is wrong with one field, in Kubernetes' words.
///
/// @param reason the machine's word: `FieldValueRequired`
/// @param field  path from the root: `spec.containers[0].image`
/// @param message `Required value`, `Invalid value: "x": must be ...`
public record FieldError(String reason, String field, String message) {
    public static FieldError required(String field, String detail) {
        return new FieldError(
                "FieldValueRequired", field, detail.isEmpty() ? "Required value" : "Required value: " + detail);
    }

    /// @param shown the value as Go's `%#v`-like rendering of field errors shows it: strings quoted, numbers bare
    public static FieldError invalid(String field, String shown, String detail) {
        return new FieldError("FieldValueInvalid", field, "Invalid value: " + shown + ": " + detail);
    }

    public static FieldError notSupported(String field, String value, List<String> supported) {
        String list = supported.stream().map(choice -> '"' + choice + '"').collect(Collectors.joining(", "));
        return new FieldError(
                "FieldValueNotSupported", field, "Unsupported value: \"" + value + "\": supported values: " + list);
    }

    public static FieldError duplicate(String field, String shown) {
        return new FieldError("FieldValueDuplicate", field, "Duplicate value: " + shown);
    }

    public static FieldError forbidden(String field, String detail) {
        return new FieldError("FieldValueForbidden", field, "Forbidden: " + detail);
    }

    public static FieldError notFound(String field, String shown) {
        return new FieldError("FieldValueNotFound", field, "Not found: " + shown);
    }

    public static FieldError tooLong(String field, int maximum) {
        return new FieldError("FieldValueTooLong", field, "Too long: may not be more than " + maximum + " bytes");
    }

    public static FieldError typeInvalid(String field, String shown, String detail) {
        return new FieldError("FieldValueTypeInvalid", field, "Invalid value: " + shown + ": " + detail);
    }

    @Override
    public String toString() {
        return field + ": " + message;
    }
}
