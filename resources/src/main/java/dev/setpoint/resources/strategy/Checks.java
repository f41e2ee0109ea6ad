package dev.setpoint.resources.strategy;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.JsonValue.JsonInteger;
import dev.setpoint.machinery.json.JsonValue.JsonString;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Rules that many kinds share, about one field each.
public final class Checks {
    public static final String NOT_NEGATIVE = "must be greater than or equal to 0";
    public static final String POSITIVE = "must be greater than zero";
    public static final String IMMUTABLE = "field is immutable";

    private Checks() {}

    /// @return whether the text is there
    public static boolean required(JsonObject holder, String field, FieldPath path, FieldErrors errors) {
        boolean present = Fields.isSet(holder, field);
        if (!present) {
            errors.required(path.child(field), "");
        }
        return present;
    }

    public static void notNegative(JsonObject holder, String field, FieldPath path, FieldErrors errors) {
        long value = holder.integerOr(field, 0);
        if (value < 0) {
            errors.invalid(path.child(field), value, NOT_NEGATIVE);
        }
    }

    /// What is there must be more than nothing; what is absent is no error.
    public static void positive(JsonObject holder, String field, FieldPath path, FieldErrors errors) {
        long value = holder.integerOr(field, 1);
        if (value <= 0) {
            errors.invalid(path.child(field), value, POSITIVE);
        }
    }

    public static void inRange(
            JsonObject holder, String field, long least, long most, FieldPath path, FieldErrors errors) {
        if (holder.get(field) instanceof JsonInteger(long value) && (value < least || value > most)) {
            errors.invalid(path.child(field), value, range(least, most));
        }
    }

    public static String range(long least, long most) {
        return "must be between " + least + " and " + most + ", inclusive";
    }

    /// What is there must be one of these; what is absent or empty is no error.
    public static void oneOf(
            JsonObject holder, String field, List<String> supported, FieldPath path, FieldErrors errors) {
        String value = holder.textOr(field, "");
        if (!value.isEmpty() && !supported.contains(value)) {
            errors.notSupported(path.child(field), value, supported);
        }
    }

    public static void requiredOneOf(
            JsonObject holder, String field, List<String> supported, FieldPath path, FieldErrors errors) {
        if (required(holder, field, path, errors)) {
            oneOf(holder, field, supported, path, errors);
        }
    }

    public static void label(String value, FieldPath path, FieldErrors errors) {
        errors.invalid(path, value, Formats.dns1123Label(value));
    }

    public static void subdomain(String value, FieldPath path, FieldErrors errors) {
        errors.invalid(path, value, Formats.dns1123Subdomain(value));
    }

    public static void labelKey(String value, FieldPath path, FieldErrors errors) {
        errors.invalid(path, value, Formats.labelKey(value));
    }

    /// A domain and what follows its first slash: `example.com/queue`.
    public static void domainPrefixedPath(String value, FieldPath path, FieldErrors errors) {
        if (value.isEmpty()) {
            errors.required(path, "");
            return;
        }
        int slash = value.indexOf('/');
        if (slash <= 0 || slash == value.length() - 1) {
            errors.invalid(path, value, "must be a domain-prefixed path (such as \"acme.io/foo\")");
            return;
        }
        subdomain(value.substring(0, slash), path, errors);
        String rest = value.substring(slash + 1);
        if (!Formats.isUrlPath(rest)) {
            errors.invalid(
                    path, rest, "Invalid path (regex used for validation is '[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+')");
        }
    }

    /// A number or the name of a port.
    public static void port(@Nullable JsonValue port, FieldPath path, FieldErrors errors) {
        if (port instanceof JsonString(String name)) {
            errors.invalid(path, name, Formats.portName(name));
        } else {
            long number = port instanceof JsonInteger(long value) ? value : 0;
            portNumber(number, path, errors);
        }
    }

    public static void portNumber(long number, FieldPath path, FieldErrors errors) {
        if (number < 1 || number > 65_535) {
            errors.invalid(path, number, range(1, 65_535));
        }
    }

    /// A text or a number that may not differ from what it was.
    public static void immutable(
            JsonObject holder, JsonObject before, String field, FieldPath path, FieldErrors errors) {
        JsonValue value = holder.get(field);
        if (!Objects.equals(value, before.get(field))) {
            immutable(value, path.child(field), errors);
        }
    }

    public static void immutable(@Nullable JsonValue value, FieldPath path, FieldErrors errors) {
        switch (value) {
            case null -> errors.invalidShown(path, "null", IMMUTABLE);
            case JsonString(String text) -> errors.invalid(path, text, IMMUTABLE);
            default -> errors.invalidShown(path, value.toString(), IMMUTABLE);
        }
    }
}
