package dev.setpoint.server.journal;

import dev.setpoint.machinery.time.Timestamps;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Optional;

/// One line of a log and when it was written.
///
/// @param text as people read it, without an end of line:
///     `I1116 00:13:12.073399       1 replicaset-controller] created pods default/demo-x at revision 1234`
record Line(Instant time, byte[] text) {
    /// Longer ones are cut.
    private static final int MOST_BYTES = 8 * 1024;

    /// In the form of Kubernetes' own components.
    static Line of(Instant time, Level level, String who, String what) {
        ZonedDateTime utc = time.atZone(ZoneOffset.UTC);
        StringBuilder text = new StringBuilder(64 + what.length()).append(level.letter());
        digits(text, utc.getMonthValue(), 2);
        digits(text, utc.getDayOfMonth(), 2).append(' ');
        digits(text, utc.getHour(), 2).append(':');
        digits(text, utc.getMinute(), 2).append(':');
        digits(text, utc.getSecond(), 2).append('.');
        digits(text, utc.getNano() / 1000, 6).append("       1 ").append(who).append("] ");
        text.append(what.replace('\n', ' '));
        text.setLength(Math.min(text.length(), MOST_BYTES));
        return new Line(time, text.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static StringBuilder digits(StringBuilder out, int number, int width) {
        String digits = Integer.toString(number);
        return out.repeat('0', width - digits.length()).append(digits);
    }

    /// As it stands in a file: the time before it, as in the files of a container runtime.
    static Optional<Line> parse(String line) {
        int space = line.indexOf(' ');
        return space < 0
                ? Optional.empty()
                : Timestamps.parse(line.substring(0, space))
                        .map(time -> new Line(time, line.substring(space + 1).getBytes(StandardCharsets.UTF_8)));
    }

    /// @param timestamp whether the time stands before it once more
    void writeTo(ByteArrayOutputStream out, boolean timestamp) {
        if (timestamp) {
            out.writeBytes(Timestamps.micros(time).getBytes(StandardCharsets.US_ASCII));
            out.write(' ');
        }
        out.writeBytes(text);
        out.write('\n');
    }
}
