package dev.setpoint.controllers.cronjob;

import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The times that a schedule names.
///
///     */5 * * * *     every five minutes
///     0 9 13 * 5      at nine on every thirteenth and on every Friday
///     @daily          at midnight
///     @every 90m      ninety minutes after the last time
interface CronTimes {
    /// The first time after the given one; empty when there is none, as on the 31st of February.
    Optional<Instant> next(Instant after);

    /// @throws IllegalArgumentException when the text is no schedule
    static CronTimes parse(String text, ZoneId zone) {
        if (text.startsWith("@every ")) {
            Duration period = Period.parse(text.substring("@every ".length()));
            return after ->
                    Optional.of(Instant.ofEpochSecond(after.getEpochSecond()).plus(period));
        }
        ExecutionTime times = ExecutionTime.forCron(Fields.PARSER.parse(Fields.of(text)));
        return after -> times.nextExecution(after.atZone(zone)).map(time -> time.toInstant());
    }

    /// A schedule of five fields, or a name for one.
    final class Fields {
        /// Costly to make, and good for any number of schedules.
        static final CronParser PARSER = new CronParser(CronDefinitionBuilder.instanceDefinitionFor(CronType.UNIX));

        private Fields() {}

        static String of(String text) {
            return switch (text) {
                case "@yearly", "@annually" -> "0 0 1 1 *";
                case "@monthly" -> "0 0 1 * *";
                case "@weekly" -> "0 0 * * 0";
                case "@daily", "@midnight" -> "0 0 * * *";
                case "@hourly" -> "0 * * * *";
                default -> text.replace('?', '*'); // Kubernetes takes the one for the other.
            };
        }
    }

    /// A duration as people write it: `1h30m`, `90s`.
    final class Period {
        private static final Pattern PART = Pattern.compile("([0-9]{1,9})(h|m|s)");

        private Period() {}

        /// Whole seconds, at least one.
        static Duration parse(String text) {
            Matcher matcher = PART.matcher(text);
            Duration period = Duration.ZERO;
            int end = 0;
            while (matcher.find() && matcher.start() == end) {
                long count = Long.parseLong(matcher.group(1));
                period = period.plus(
                        switch (matcher.group(2)) {
                            case "h" -> Duration.ofHours(count);
                            case "m" -> Duration.ofMinutes(count);
                            default -> Duration.ofSeconds(count);
                        });
                end = matcher.end();
            }
            if (end == 0 || end < text.length()) {
                throw new IllegalArgumentException("period: " + text + " (expected: hours, minutes and seconds)");
            }
            return period.isZero() ? Duration.ofSeconds(1) : period;
        }
    }
}
