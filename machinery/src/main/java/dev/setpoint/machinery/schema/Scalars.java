package dev.setpoint.machinery.schema;

import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.JsonValue.JsonString;
import dev.setpoint.machinery.quantity.MalformedQuantityException;
import dev.setpoint.machinery.quantity.Quantity;
import dev.setpoint.machinery.time.MalformedTimeException;
import dev.setpoint.machinery.time.Timestamps;
import java.util.Base64;

/// Scalars that are text with a meaning, in the one form in which Kubernetes writes them back.
///
///     QUANTITY  0.5, "0.5"                     "500m"
///     TIME      "2026-01-01T02:00:00+02:00"    "2026-01-01T00:00:00Z"
///     BYTES     "YW\nJj"                       "YWJj"
final class Scalars {
    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    private Scalars() {}

    static JsonValue quantity(JsonValue value) {
        String text = value instanceof JsonString string ? string.value().strip() : value.toString();
        try {
            return same(value, Quantity.parse(text).toString());
        } catch (MalformedQuantityException e) {
            throw WrongTypeException.malformed(String.valueOf(e.getMessage()));
        }
    }

    static JsonValue time(JsonString value, Shape shape) {
        try {
            String canonical = shape == Shape.TIME
                    ? Timestamps.canonicalSeconds(value.value())
                    : Timestamps.canonicalMicros(value.value());
            return same(value, canonical);
        } catch (MalformedTimeException e) {
            throw WrongTypeException.malformed(String.valueOf(e.getMessage()));
        }
    }

    static JsonValue bytes(JsonString value) {
        String text = value.value();
        int mistake = mistakeInBase64(text);
        if (mistake >= 0) {
            throw WrongTypeException.malformed("illegal base64 data at input byte " + mistake);
        }
        byte[] decoded = Base64.getDecoder().decode(text.replace("\n", "").replace("\r", ""));
        return same(value, Base64.getEncoder().encodeToString(decoded));
    }

    private static JsonValue same(JsonValue value, String canonical) {
        return value instanceof JsonString(String text) && text.equals(canonical) ? value : new JsonString(canonical);
    }

    /// Where Go's decoder stops: line breaks mean nothing, padding is required, and nothing follows it.
    private static int mistakeInBase64(String text) {
        int inGroup = 0;
        int padding = 0;
        for (int i = 0; i < text.length(); i++) {
            char next = text.charAt(i);
            if (next == '\n' || next == '\r') {
                continue;
            }
            if (next == '=' && inGroup >= 2 && padding < 2 && inGroup + padding < 4) {
                padding++;
            } else if (padding > 0 || ALPHABET.indexOf(next) < 0) {
                return i;
            } else {
                inGroup = (inGroup + 1) % 4;
            }
        }
        boolean complete = padding == 0 ? inGroup == 0 : inGroup + padding == 4;
        return complete ? -1 : text.length() - (padding == 0 ? inGroup : 0);
    }
}
