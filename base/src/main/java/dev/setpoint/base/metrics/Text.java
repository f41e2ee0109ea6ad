package dev.setpoint.base.metrics;

import java.math.BigDecimal;

/// The details of the exposition format.
final class Text {
    private Text() {}

    static void line(StringBuilder out, String name, String labels, String value) {
        out.append(name);
        if (!labels.isEmpty()) {
            out.append('{').append(labels).append('}');
        }
        out.append(' ').append(value).append('\n');
    }

    static String labels(String... pairs) {
        if (pairs.length % 2 != 0) {
            throw new IllegalArgumentException("labels: " + String.join(", ", pairs) + " (expected: pairs)");
        }
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < pairs.length; i += 2) {
            out.append(i == 0 ? "" : ",").append(pairs[i]).append("=\"");
            out.append(escaped(pairs[i + 1]).replace("\"", "\\\"")).append('"');
        }
        return out.toString();
    }

    static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\n", "\\n");
    }

    /// As Go writes it, because people compare `le` as text: `0.005`, `1e-05`, `12`.
    static String number(double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return Double.isNaN(value) ? "NaN" : value > 0 ? "+Inf" : "-Inf";
        }
        if (value == 0) {
            return "0";
        }
        BigDecimal exact = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        int exponent = exact.precision() - exact.scale() - 1;
        if (exponent >= -4 && exponent < 21) {
            return exact.toPlainString();
        }
        String mantissa = exact.scaleByPowerOfTen(-exponent).toPlainString();
        return mantissa + (exponent < 0 ? "e-" : "e+") + (Math.abs(exponent) < 10 ? "0" : "") + Math.abs(exponent);
    }
}
