package dev.setpoint.machinery.time;

import java.time.Duration;

/// How long ago, in the two or three figures that a table cell has room for: `47s`, `5m3s`, `3h12m`, `6d4h`, `2y35d`.
///
/// Precision falls with size in the steps that kubectl shows, so that server-side tables equal its own.
public final class HumanDuration {
    private static final long MINUTE = 60;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;
    private static final long YEAR = 365 * DAY;

    private HumanDuration() {}

    /// Clocks of two machines may differ by less than two seconds before an age counts as `<invalid>`.
    public static String format(Duration duration) {
        long seconds = wholeSeconds(duration);
        if (seconds < -1) {
            return "<invalid>";
        }
        if (seconds < 0) {
            return "0s";
        }
        if (seconds < 2 * MINUTE) {
            return seconds + "s";
        }
        if (seconds < 10 * MINUTE) {
            return twoUnits(seconds / MINUTE, "m", seconds % MINUTE, "s");
        }
        if (seconds < 3 * HOUR) {
            return seconds / MINUTE + "m";
        }
        if (seconds < 8 * HOUR) {
            return twoUnits(seconds / HOUR, "h", seconds % HOUR / MINUTE, "m");
        }
        if (seconds < 2 * DAY) {
            return seconds / HOUR + "h";
        }
        if (seconds < 8 * DAY) {
            return twoUnits(seconds / DAY, "d", seconds % DAY / HOUR, "h");
        }
        if (seconds < 2 * YEAR) {
            return seconds / DAY + "d";
        }
        if (seconds < 8 * YEAR) {
            return twoUnits(seconds / YEAR, "y", seconds % YEAR / DAY, "d");
        }
        return seconds / YEAR + "y";
    }

    /// One unit only: `119s` becomes `1m`. The form of node and event tables' narrow cells.
    public static String formatShort(Duration duration) {
        long seconds = wholeSeconds(duration);
        if (seconds < -1) {
            return "<invalid>";
        }
        if (seconds < 0) {
            return "0s";
        }
        if (seconds < MINUTE) {
            return seconds + "s";
        }
        if (seconds < HOUR) {
            return seconds / MINUTE + "m";
        }
        if (seconds < DAY) {
            return seconds / HOUR + "h";
        }
        return seconds < YEAR ? seconds / DAY + "d" : seconds / YEAR + "y";
    }

    /// Towards zero: half a second in the future is now, where [Duration#getSeconds] would say one second.
    private static long wholeSeconds(Duration duration) {
        long floor = duration.getSeconds();
        return floor < 0 && duration.getNano() > 0 ? floor + 1 : floor;
    }

    private static String twoUnits(long large, String largeUnit, long small, String smallUnit) {
        return small == 0 ? large + largeUnit : large + largeUnit + small + smallUnit;
    }
}
