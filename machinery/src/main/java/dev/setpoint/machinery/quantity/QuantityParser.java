package dev.setpoint.machinery.quantity;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/// Takes `[sign] digits [. digits] [suffix]` apart.
///
/// Kubernetes writes a quantity back as it came when a quick look finds it canonical, and that look does not see
/// leading zeros, a plus sign, or the dot of `1.500`. Clients compare texts, so the same look is taken here.
final class QuantityParser {
    private static final int LONGEST = 128;
    private static final int QUICK_DIGITS = 18;
    private static final int QUICK_BINARY_DIGITS = 15;
    private static final int NANO = 9;
    private static final int LARGEST_EXPONENT = 100;
    private static final BigDecimal MOST_BINARY = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final String SUFFIX_LETTERS = "eEinumkKMGTP";

    private final String text;
    private int at;

    private String whole = "0";
    private String fraction = "";
    private QuantityFormat format = QuantityFormat.DECIMAL;
    private int exponent;

    QuantityParser(String text) {
        this.text = text;
    }

    Quantity parse() {
        if (text.isEmpty() || text.length() > LONGEST) {
            throw malformed();
        }
        boolean negative = text.charAt(0) == '-';
        at = negative || text.charAt(0) == '+' ? 1 : 0;
        while (at < text.length() && text.charAt(at) == '0') {
            at++;
        }
        String digits = digits();
        if (!digits.isEmpty()) {
            whole = digits;
        }
        if (at < text.length() && text.charAt(at) == '.') {
            at++;
            fraction = digits();
        }
        suffix();
        String all = whole + fraction;
        if (isQuick(all)) {
            BigDecimal amount = quick(Long.parseLong(all));
            return new Quantity(negative ? amount.negate() : amount, format, looksCanonical(all) ? text : "");
        }
        return exact(scaled(new BigDecimal(new BigInteger(all), fraction.length())), negative);
    }

    /// What nearly everybody writes, without large numbers on the way.
    private BigDecimal quick(long digits) {
        return format == QuantityFormat.BINARY
                ? BigDecimal.valueOf(digits << exponent)
                : BigDecimal.valueOf(digits, fraction.length() - exponent);
    }

    /// Rounds to the finest and caps at the largest amount.
    private Quantity exact(BigDecimal magnitude, boolean negative) {
        BigDecimal amount = magnitude.scale() > NANO ? magnitude.setScale(NANO, RoundingMode.UP) : magnitude;
        if (format == QuantityFormat.BINARY) {
            amount = amount.min(MOST_BINARY);
            if (amount.signum() > 0 && amount.compareTo(BigDecimal.ONE) < 0) {
                format = QuantityFormat.DECIMAL;
            }
        }
        return new Quantity(negative ? amount.negate() : amount, format, "");
    }

    private BigDecimal scaled(BigDecimal magnitude) {
        return format == QuantityFormat.BINARY
                ? magnitude.multiply(new BigDecimal(BigInteger.TWO.pow(exponent)))
                : magnitude.scaleByPowerOfTen(exponent);
    }

    /// Whether Kubernetes computes this one in a long.
    private boolean isQuick(String all) {
        if (format == QuantityFormat.BINARY) {
            return fraction.isEmpty() && whole.length() + exponent * 3 / 10 + 1 <= QUICK_BINARY_DIGITS;
        }
        return all.length() <= QUICK_DIGITS && exponent - fraction.length() >= -NANO;
    }

    private boolean looksCanonical(String all) {
        if (format == QuantityFormat.BINARY) {
            return (Long.parseLong(all) & 7) != 0;
        }
        return (exponent - fraction.length()) % 3 == 0 && !all.endsWith("000") && all.charAt(0) != '0';
    }

    private String digits() {
        int start = at;
        while (at < text.length() && isDigit(text.charAt(at))) {
            at++;
        }
        return text.substring(start, at);
    }

    private void suffix() {
        int start = at;
        while (at < text.length() && SUFFIX_LETTERS.indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        if (at < text.length() && (text.charAt(at) == '-' || text.charAt(at) == '+')) {
            at++;
        }
        digits();
        if (at < text.length()) {
            throw malformed();
        }
        String suffix = text.substring(start);
        switch (suffix) {
            case "" -> exponent = 0;
            case "n" -> exponent = -9;
            case "u" -> exponent = -6;
            case "m" -> exponent = -3;
            case "k" -> exponent = 3;
            case "M" -> exponent = 6;
            case "G" -> exponent = 9;
            case "T" -> exponent = 12;
            case "P" -> exponent = 15;
            case "E" -> exponent = 18;
            case "Ki" -> binary(10);
            case "Mi" -> binary(20);
            case "Gi" -> binary(30);
            case "Ti" -> binary(40);
            case "Pi" -> binary(50);
            case "Ei" -> binary(60);
            default -> exponent(suffix);
        }
    }

    private void binary(int power) {
        format = QuantityFormat.BINARY;
        exponent = power;
    }

    private void exponent(String suffix) {
        format = QuantityFormat.EXPONENT;
        boolean exponential = suffix.charAt(0) == 'e' || suffix.charAt(0) == 'E';
        try {
            exponent = exponential ? Integer.parseInt(suffix, 1, suffix.length(), 10) : LARGEST_EXPONENT + 1;
        } catch (NumberFormatException e) {
            exponent = LARGEST_EXPONENT + 1;
        }
        if (Math.abs(exponent) > LARGEST_EXPONENT) {
            throw new MalformedQuantityException("unable to parse quantity's suffix");
        }
    }

    private static boolean isDigit(char character) {
        return character >= '0' && character <= '9';
    }

    private static MalformedQuantityException malformed() {
        return new MalformedQuantityException(
                "quantities must match the regular expression" + " '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
    }
}
