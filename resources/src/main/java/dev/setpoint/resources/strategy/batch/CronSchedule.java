package dev.setpoint.resources.strategy.batch;

import dev.setpoint.machinery.text.Quoted;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Says what is wrong with a schedule of five fields, in the words that Kubernetes' clients know.
///
///     */5 * * * *      nothing
///     never            expected exactly 5 fields, found 1: [never]
///     61 * * * *       end of range (61) above maximum (59): 61
final class CronSchedule {
    private static final List<String> DESCRIPTORS =
            List.of("@yearly", "@annually", "@monthly", "@weekly", "@daily", "@midnight", "@hourly");
    private static final String EVERY = "@every ";
    private static final List<Bounds> FIELDS = List.of(
            new Bounds(0, 59, List.of()),
            new Bounds(0, 23, List.of()),
            new Bounds(1, 31, List.of()),
            new Bounds(
                    1, 12, List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")),
            new Bounds(0, 6, List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat")));

    private CronSchedule() {}

    /// The values of a field, and the names of those that have one, from the least on.
    private record Bounds(int least, int most, List<String> names) {}

    /// Ends the walk at the first mistake.
    private static final class Mistake extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Mistake(String sentence) {
            super(sentence, null, false, false);
        }
    }

    static @Nullable String mistake(String schedule) {
        try {
            check(schedule);
            return null;
        } catch (Mistake e) {
            return e.getMessage();
        }
    }

    private static void check(String schedule) {
        String spec = schedule;
        if (spec.startsWith("TZ=") || spec.startsWith("CRON_TZ=")) {
            int space = spec.indexOf(' ');
            if (space < 0) {
                throw new Mistake("invalid schedule format: runtime error: slice bounds out of range [:-1]");
            }
            String zone = spec.substring(spec.indexOf('=') + 1, space);
            if (!ZoneId.getAvailableZoneIds().contains(zone)) {
                throw new Mistake("provided bad location " + zone + ": unknown time zone " + zone);
            }
            spec = spec.substring(space).strip();
        }
        if (spec.startsWith("@")) {
            descriptor(spec);
            return;
        }
        List<String> fields = List.of(spec.strip().split("\\s+", -1));
        int found = spec.isBlank() ? 0 : fields.size();
        if (found != FIELDS.size()) {
            throw new Mistake("expected exactly 5 fields, found " + found + ": [" + String.join(" ", fields) + "]");
        }
        for (int i = 0; i < fields.size(); i++) {
            for (String range : fields.get(i).split(",", -1)) {
                if (!range.isEmpty()) {
                    range(range, FIELDS.get(i));
                }
            }
        }
    }

    private static void descriptor(String spec) {
        if (DESCRIPTORS.contains(spec)) {
            return;
        }
        if (!spec.startsWith(EVERY)) {
            throw new Mistake("unrecognized descriptor: " + spec);
        }
        String duration = spec.substring(EVERY.length());
        if (!duration.matches("[-+]?(\\d+(\\.\\d*)?(ns|us|µs|ms|s|m|h))+|0")) {
            throw new Mistake("failed to parse duration " + spec + ": time: invalid duration " + Quoted.of(duration));
        }
    }

    /// `*`, `5`, `1-5`, each with an optional step.
    private static void range(String text, Bounds bounds) {
        String[] parts = text.split("/", -1);
        String[] ends = parts[0].split("-", -1);
        int start;
        int end;
        if (ends[0].equals("*") || ends[0].equals("?")) {
            start = bounds.least();
            end = bounds.most();
        } else {
            start = number(ends[0], bounds);
            if (ends.length > 2) {
                throw new Mistake("too many hyphens: " + text);
            }
            end = ends.length == 2 ? number(ends[1], bounds) : start;
        }
        int step = 1;
        if (parts.length > 2) {
            throw new Mistake("too many slashes: " + text);
        }
        if (parts.length == 2) {
            step = number(parts[1]);
            end = ends.length == 1 ? bounds.most() : end;
        }
        if (start < bounds.least()) {
            throw new Mistake("beginning of range (" + start + ") below minimum (" + bounds.least() + "): " + text);
        }
        if (end > bounds.most()) {
            throw new Mistake("end of range (" + end + ") above maximum (" + bounds.most() + "): " + text);
        }
        if (start > end) {
            throw new Mistake("beginning of range (" + start + ") beyond end of range (" + end + "): " + text);
        }
        if (step == 0) {
            throw new Mistake("step of range should be a positive number: " + text);
        }
    }

    private static int number(String text, Bounds bounds) {
        int named = bounds.names().indexOf(text.toLowerCase(Locale.ROOT));
        return named >= 0 ? bounds.least() + named : number(text);
    }

    private static int number(String text) {
        try {
            int number = Integer.parseInt(text);
            if (number < 0) {
                throw new Mistake("negative number (" + number + ") not allowed: " + text);
            }
            return number;
        } catch (NumberFormatException e) {
            throw new Mistake("failed to parse int from " + text + ": strconv.Atoi: parsing " + Quoted.of(text)
                    + ": invalid syntax");
        }
    }
}
