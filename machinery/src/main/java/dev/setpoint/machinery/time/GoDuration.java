package dev.setpoint.machinery.time;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Optional;

/// Durations as Go writes them: `1h30m`, `250ms`, `-1.5s`. Read by hand: every start of a server reads some, and
/// to make ready for regular expressions takes longer than all of them.
public final class GoDuration {
    private GoDuration() {}

    /// Empty when the text is no duration, or one that Go cannot hold.
    public static Optional<Duration> parse(String text) {
        boolean negative = text.startsWith("-");
        String amount = negative || text.startsWith("+") ? text.substring(1) : text;
        if (amount.equals("0")) {
            return Optional.of(Duration.ZERO);
        }
        try {
            return nanos(amount).map(Duration::ofNanos).map(duration -> negative ? duration.negated() : duration);
        } catch (ArithmeticException | NumberFormatException tooLong) {
            return Optional.empty();
        }
    }

    /// Go's sentence for a text that is no duration.
    ///
    ///     5     time: missing unit in duration "5"
    ///     5y    time: unknown unit "y" in duration "5y"
    ///     x     time: invalid duration "x"
    public static String mistake(String text) {
        boolean signed = text.startsWith("-") || text.startsWith("+");
        String amount = signed ? text.substring(1) : text;
        int at = 0;
        while (at < amount.length()) {
            int unit = endOf(amount, at, true);
            if (!isNumber(amount.substring(at, unit))) {
                break;
            }
            int end = endOf(amount, unit, false);
            String word = amount.substring(unit, end);
            if (word.isEmpty()) {
                return "time: missing unit in duration \"" + text + "\"";
            }
            if (nanosOf(word) == 0) {
                return "time: unknown unit \"" + word + "\" in duration \"" + text + "\"";
            }
            at = end;
        }
        return "time: invalid duration \"" + text + "\"";
    }

    /// The sum of all parts, each a number and its unit; empty when there is none, or one that is neither.
    private static Optional<Long> nanos(String amount) {
        long sum = 0;
        int at = 0;
        do {
            int unit = endOf(amount, at, true);
            int end = endOf(amount, unit, false);
            String number = amount.substring(at, unit);
            long factor = nanosOf(amount.substring(unit, end));
            if (factor == 0 || !isNumber(number)) {
                return Optional.empty();
            }
            sum = Math.addExact(sum, nanos(number, factor));
            at = end;
        } while (at < amount.length());
        return Optional.of(sum);
    }

    private static long nanos(String number, long factor) {
        if (number.indexOf('.') < 0) {
            return Math.multiplyExact(Long.parseLong(number), factor);
        }
        return new BigDecimal(number)
                .multiply(BigDecimal.valueOf(factor))
                .setScale(0, RoundingMode.DOWN)
                .longValueExact();
    }

    /// Where that what begins here ends: a number, or what is none.
    private static int endOf(String amount, int begin, boolean numeric) {
        int at = begin;
        while (at < amount.length() && (amount.charAt(at) == '.' || isDigit(amount.charAt(at))) == numeric) {
            at++;
        }
        return at;
    }

    /// Digits, with a point somewhere or without.
    private static boolean isNumber(String text) {
        int point = text.indexOf('.');
        return point < 0 ? !text.isEmpty() : text.length() > 1 && text.indexOf('.', point + 1) < 0;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static long nanosOf(String unit) {
        return switch (unit) {
            case "ns" -> 1;
            case "us", "µs" -> 1_000;
            case "ms" -> 1_000_000;
            case "s" -> 1_000_000_000;
            case "m" -> 60_000_000_000L;
            case "h" -> 3_600_000_000_000L;
            default -> 0;
        };
    }
}
