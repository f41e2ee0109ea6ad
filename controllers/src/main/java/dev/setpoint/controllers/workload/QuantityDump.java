package dev.setpoint.controllers.workload;

import java.math.BigInteger;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Writes a quantity as Kubernetes keeps it: a whole number, a power of ten, and its text where that is in the
/// form that Kubernetes would give it itself.
///
///     500m      {i:(resource.int64Amount){value:(int64)500 scale:(resource.Scale)-3} ... s:(string)500m ...
///     64Mi      value 67108864, scale 0, and no text, since 64 is divisible by eight
final class QuantityDump {
    private static final Pattern QUANTITY = Pattern.compile("([+-]?)0*([0-9]*)(?:\\.([0-9]*))?(.*)");
    private static final List<String> BINARY = List.of("", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei");
    private static final List<String> DECIMAL = List.of("n", "u", "m", "", "k", "M", "G", "T", "P", "E");
    private static final int MOST_DIGITS = 18;
    private static final int NANO = -9;

    private QuantityDump() {}

    /// What does not fit into a long is written by its text alone: such a template has a name of its own here.
    static String of(String text) {
        Matcher matcher = QUANTITY.matcher(text);
        if (text.equals("0") || !matcher.matches()) {
            return written("0", 0, text, "DecimalSI");
        }
        String whole = matcher.group(2).isEmpty() ? "0" : matcher.group(2);
        String fraction = matcher.group(3) == null ? "" : matcher.group(3).replaceAll("0+$", "");
        String suffix = matcher.group(4);
        String sign = matcher.group(1).equals("-") ? "-" : "";
        int binary = BINARY.indexOf(suffix);
        if (binary > 0) {
            return binary(text, sign, whole, fraction, binary * 10);
        }
        boolean exponential = suffix.matches("[eE][+-]?[0-9]{1,4}");
        int exponent = exponential ? Integer.parseInt(suffix.substring(1)) : 3 * (DECIMAL.indexOf(suffix) - 3);
        int scale = exponent - fraction.length();
        if (whole.length() + fraction.length() > MOST_DIGITS || scale < NANO) {
            return written("0", 0, text, "DecimalSI");
        }
        String digits = whole + fraction;
        boolean canonical = scale % 3 == 0 && !digits.endsWith("000") && digits.charAt(0) != '0';
        return written(
                sign + new BigInteger(digits),
                scale,
                canonical ? text : "",
                exponential ? "DecimalExponent" : "DecimalSI");
    }

    private static String binary(String text, String sign, String whole, String fraction, int exponent) {
        int precision = 15 - whole.length() - (int) (exponent * 0.3f) - 1;
        if (!fraction.isEmpty() || precision < 0) {
            return written("0", 0, text, "BinarySI");
        }
        BigInteger number = new BigInteger(whole);
        boolean canonical = number.mod(BigInteger.valueOf(8)).signum() != 0;
        return written(sign + number.shiftLeft(exponent), 0, canonical ? text : "", "BinarySI");
    }

    private static String written(String value, int scale, String text, String format) {
        return "{i:(resource.int64Amount){value:(int64)" + value + " scale:(resource.Scale)" + scale
                + "} d:(resource.infDecAmount){Dec:(*inf.Dec)<nil>} s:(string)" + text + " Format:(resource.Format)"
                + format + "}";
    }
}
