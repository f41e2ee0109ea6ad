package dev.setpoint.machinery.time;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;

/// The two time formats of the API: `Time` in whole seconds and `MicroTime` in microseconds, both in UTC.
///
///     2026-05-01T10:20:30Z            creationTimestamp
///     2026-05-01T10:20:30.123456Z     a Lease's renewTime
public final class Timestamps {
    private Timestamps() {}

    /// Whole seconds; a fraction is cut off.
    public static String seconds(Instant instant) {
        return text(instant, false);
    }

    /// Always six digits of fraction; what is finer is cut off.
    public static String micros(Instant instant) {
        return text(instant, true);
    }

    /// RFC 3339 with any offset and any fraction, or nothing when the text is none.
    public static Optional<Instant> parse(String text) {
        try {
            return Optional.of(new TimeReader(text, false).read());
        } catch (MalformedTimeException e) {
            return Optional.empty();
        }
    }

    /// The text of a `Time` as Kubernetes writes it back: in UTC and whole seconds.
    ///
    /// @throws MalformedTimeException in Kubernetes' words
    public static String canonicalSeconds(String text) {
        TimeReader reader = new TimeReader(text, false);
        Instant instant = reader.read();
        return reader.isCanonical() ? text : seconds(instant);
    }

    /// The text of a `MicroTime` as Kubernetes writes it back. It must have six digits of fraction.
    ///
    /// @throws MalformedTimeException in Kubernetes' words
    public static String canonicalMicros(String text) {
        TimeReader reader = new TimeReader(text, true);
        Instant instant = reader.read();
        return reader.isCanonical() ? text : micros(instant);
    }

    /// By hand, since this runs for several fields of every write and a formatter costs ten times as much.
    private static String text(Instant instant, boolean micros) {
        OffsetDateTime time = instant.atOffset(ZoneOffset.UTC);
        StringBuilder out = new StringBuilder(27);
        digits(out, time.getYear(), 4).append('-');
        digits(out, time.getMonthValue(), 2).append('-');
        digits(out, time.getDayOfMonth(), 2).append('T');
        digits(out, time.getHour(), 2).append(':');
        digits(out, time.getMinute(), 2).append(':');
        digits(out, time.getSecond(), 2);
        if (micros) {
            digits(out.append('.'), time.getNano() / 1000, 6);
        }
        return out.append('Z').toString();
    }

    private static StringBuilder digits(StringBuilder out, int number, int width) {
        String shown = Integer.toString(number);
        return out.repeat('0', Math.max(0, width - shown.length())).append(shown);
    }
}
