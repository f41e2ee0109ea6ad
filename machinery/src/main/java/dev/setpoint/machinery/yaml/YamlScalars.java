package dev.setpoint.machinery.yaml;

import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.JsonValue.JsonBoolean;
import dev.setpoint.machinery.json.JsonValue.JsonDecimal;
import dev.setpoint.machinery.json.JsonValue.JsonInteger;
import dev.setpoint.machinery.json.JsonValue.JsonNull;
import dev.setpoint.machinery.json.JsonValue.JsonString;
import java.math.BigInteger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What an unquoted scalar means in the YAML 1.1 that Kubernetes reads.
///
///     yes, On, y      true             0755, 0x1F, 1_000    integers
///     no, Off, n      false            08, 1e3, .5          decimals
///     ~, null, ""     null             2026-01-01           text, but quoted when written
final class YamlScalars {
    private static final Pattern DECIMAL = Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");
    private static final Pattern TIMESTAMP = Pattern.compile("\\d{4}-\\d{1,2}-\\d{1,2}"
            + "([Tt]\\d{1,2}:\\d{1,2}:\\d{1,2}(\\.\\d+)?(Z|[-+]\\d{2}:\\d{2})| \\d{1,2}:\\d{1,2}:\\d{1,2}(\\.\\d+)?)?");
    private static final Pattern BASE_60 = Pattern.compile("[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\\.[0-9_]*)?");
    private static final BigInteger LEAST_INTEGER = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger MOST_INTEGER = BigInteger.valueOf(Long.MAX_VALUE);
    private static final BigInteger MOST_UNSIGNED = BigInteger.TWO.pow(64).subtract(BigInteger.ONE);
    private static final int LONGEST_INTEGER = 70;

    private YamlScalars() {}

    static JsonValue resolve(String text) {
        return switch (text) {
            case "", "~", "null", "Null", "NULL" -> JsonNull.NULL;
            case "y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON" -> JsonBoolean.TRUE;
            case "n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF" -> JsonBoolean.FALSE;
            case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF" -> new JsonDecimal(Double.POSITIVE_INFINITY);
            case "-.inf", "-.Inf", "-.INF" -> new JsonDecimal(Double.NEGATIVE_INFINITY);
            case ".nan", ".NaN", ".NAN" -> new JsonDecimal(Double.NaN);
            default -> number(text);
        };
    }

    /// Whether the text stays text when written without quotes, here and in other readers of YAML.
    static boolean isPlainText(String text) {
        return !text.equals("<<")
                && resolve(text) instanceof JsonString
                && !TIMESTAMP.matcher(text).matches()
                && !BASE_60.matcher(text).matches();
    }

    private static JsonValue number(String text) {
        char first = text.charAt(0);
        boolean likely = (first >= '0' && first <= '9') || first == '+' || first == '-' || first == '.';
        if (!likely) {
            return new JsonString(text);
        }
        String plain = text.replace("_", "");
        JsonValue integer = integer(plain);
        if (integer != null) {
            return integer;
        }
        if (DECIMAL.matcher(plain).matches()) {
            double decimal = Double.parseDouble(plain);
            if (!Double.isInfinite(decimal)) {
                return new JsonDecimal(decimal);
            }
        }
        return new JsonString(text);
    }

    /// Any base by prefix; a leading zero means octal, so `08` is none.
    private static @Nullable JsonValue integer(String text) {
        boolean signed = text.startsWith("-") || text.startsWith("+");
        String digits = signed ? text.substring(1) : text;
        if (digits.isEmpty() || digits.length() > LONGEST_INTEGER) {
            return null;
        }
        int radix = radix(digits);
        String significant = switch (radix) {
            case 10 -> digits;
            case 8 -> digits.startsWith("0o") || digits.startsWith("0O") ? digits.substring(2) : digits.substring(1);
            default -> digits.substring(2);
        };
        if (significant.isEmpty()
                || !significant.chars().allMatch(digit -> digit < 0x80 && Character.digit(digit, radix) >= 0)) {
            return null;
        }
        BigInteger magnitude = new BigInteger(significant, radix);
        BigInteger number = text.startsWith("-") ? magnitude.negate() : magnitude;
        if (number.compareTo(LEAST_INTEGER) >= 0 && number.compareTo(MOST_INTEGER) <= 0) {
            return new JsonInteger(number.longValueExact());
        }
        return !signed && number.compareTo(MOST_UNSIGNED) <= 0 ? new JsonDecimal(number.doubleValue()) : null;
    }

    private static int radix(String digits) {
        if (digits.length() < 2 || digits.charAt(0) != '0') {
            return 10;
        }
        return switch (digits.charAt(1)) {
            case 'x', 'X' -> 16;
            case 'b', 'B' -> 2;
            default -> 8;
        };
    }
}
