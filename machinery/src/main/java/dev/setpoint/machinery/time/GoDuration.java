package dev.setpoint.machinery.time;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Durations as Go writes them: `1h30m`, `250ms`, `-1.5s`.
public final class GoDuration {
    private static final Pattern WHOLE =
            Pattern.compile("([-+]?)((?:(?:\\d+\\.?\\d*|\\.\\d+)(?:ns|us|µs|ms|s|m|h))+|0)");
    private static final Pattern PART = Pattern.compile("(\\d+\\.?\\d*|\\.\\d+)(ns|us|µs|ms|s|m|h)");
    private static final BigDecimal LONGEST = BigDecimal.valueOf(Long.MAX_VALUE);

    private GoDuration() {}

    /// Empty when the text is no duration, or one that Go cannot hold.
    public static Optional<Duration> parse(String text) {
        Matcher whole = WHOLE.matcher(text);
        if (!whole.matches()) {
            return Optional.empty();
        }
        BigDecimal nanos = BigDecimal.ZERO;
        for (Matcher part = PART.matcher(whole.group(2)); part.find(); ) {
            nanos = nanos.add(new BigDecimal(part.group(1)).multiply(BigDecimal.valueOf(nanos(part.group(2)))));
        }
        if (nanos.compareTo(LONGEST) > 0) {
            return Optional.empty();
        }
        Duration duration = Duration.ofNanos(nanos.longValue());
        return Optional.of(whole.group(1).equals("-") ? duration.negated() : duration);
    }

    private static long nanos(String unit) {
        return switch (unit) {
            case "ns" -> 1;
            case "us", "µs" -> 1_000;
            case "ms" -> 1_000_000;
            case "s" -> 1_000_000_000;
            case "m" -> 60_000_000_000L;
            default -> 3_600_000_000_000L;
        };
    }
}
