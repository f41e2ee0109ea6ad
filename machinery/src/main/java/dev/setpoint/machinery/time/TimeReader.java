package dev.setpoint.machinery.time;

import dev.setpoint.machinery.text.Quoted;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.YearMonth;
import java.time.ZoneOffset;

/// Reads RFC 3339 character by character, and says where it stumbled as Go does:
///
///     parsing time "2026-13-01T00:00:00Z": month out of range
///     parsing time "soon" as "2006-01-02T15:04:05Z07:00": cannot parse "soon" as "2006"
final class TimeReader {
    private static final String SECONDS = "2006-01-02T15:04:05Z07:00";
    private static final String MICROS = "2006-01-02T15:04:05.000000Z07:00";
    private static final String FRACTION = ".000000";
    private static final int NANOS_DIGITS = 9;

    private final String text;
    private final boolean micros;
    private int at;

    /// @param micros whether a fraction of six digits is required
    TimeReader(String text, boolean micros) {
        this.text = text;
        this.micros = micros;
    }

    /// Whether the text is the canonical one of its time: in UTC, and no finer than its format.
    boolean isCanonical() {
        int length = SECONDS.indexOf('Z') + 1 + (micros ? FRACTION.length() : 0);
        return text.length() == length && text.endsWith("Z");
    }

    Instant read() {
        int year = number("2006");
        literal('-');
        int month = number("01");
        literal('-');
        int day = number("02");
        literal('T');
        int hour = number("15");
        literal(':');
        int minute = number("04");
        literal(':');
        int second = number("05");
        int nanos = fraction();
        int offset = zone();
        if (at < text.length()) {
            throw new MalformedTimeException(
                    "parsing time " + Quoted.of(text) + ": extra text: " + Quoted.of(text.substring(at)));
        }
        inRange(month >= 1 && month <= 12, "month");
        inRange(day >= 1 && day <= YearMonth.of(year, month).lengthOfMonth(), "day");
        inRange(hour < 24, "hour");
        inRange(minute < 60, "minute");
        inRange(second < 60, "second");
        return LocalDateTime.of(year, month, day, hour, minute, second, nanos)
                .toInstant(ZoneOffset.ofTotalSeconds(offset));
    }

    private int number(String element) {
        int value = digits(element.length());
        if (value < 0) {
            throw cannotParse(element);
        }
        return value;
    }

    /// The number that the next characters make, or -1 with nothing read when they are not all digits.
    private int digits(int count) {
        int value = 0;
        for (int i = 0; i < count; i++) {
            char next = at + i < text.length() ? text.charAt(at + i) : ' ';
            if (next < '0' || next > '9') {
                return -1;
            }
            value = 10 * value + next - '0';
        }
        at += count;
        return value;
    }

    private void literal(char expected) {
        if (at >= text.length() || text.charAt(at) != expected) {
            throw cannotParse(String.valueOf(expected));
        }
        at++;
    }

    private int fraction() {
        int start = at + 1;
        if (at >= text.length() || text.charAt(at) != '.') {
            if (micros) {
                throw cannotParse(FRACTION);
            }
            return 0;
        }
        int end = start;
        while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
            end++;
        }
        if (end == start || (micros && end - start != FRACTION.length() - 1)) {
            throw cannotParse(micros ? FRACTION : "Z07:00");
        }
        at = end;
        String digits = text.substring(start, Math.min(end, start + NANOS_DIGITS));
        return Integer.parseInt(digits + "0".repeat(NANOS_DIGITS - digits.length()));
    }

    /// Seconds to the east.
    private int zone() {
        char sign = at < text.length() ? text.charAt(at) : ' ';
        if (sign == 'Z') {
            at++;
            return 0;
        }
        int start = at;
        at++;
        int hours = sign == '+' || sign == '-' ? digits(2) : -1;
        boolean colon = hours >= 0 && at < text.length() && text.charAt(at) == ':';
        at += colon ? 1 : 0;
        int minutes = colon ? digits(2) : -1;
        if (minutes < 0 || hours > 18 || minutes > 59 || hours * 60 + minutes > 18 * 60) {
            at = start;
            throw cannotParse("Z07:00");
        }
        return (sign == '-' ? -1 : 1) * (hours * 60 + minutes) * 60;
    }

    private void inRange(boolean fits, String part) {
        if (!fits) {
            throw new MalformedTimeException("parsing time " + Quoted.of(text) + ": " + part + " out of range");
        }
    }

    private MalformedTimeException cannotParse(String element) {
        String rest = text.substring(Math.min(at, text.length()));
        return new MalformedTimeException(
                "parsing time " + Quoted.of(text) + " as " + Quoted.of(micros ? MICROS : SECONDS) + ": cannot parse "
                        + Quoted.of(rest) + " as " + Quoted.of(element));
    }
}
