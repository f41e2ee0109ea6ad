package dev.setpoint.controllers.cronjob;

import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.machinery.time.Timestamps;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Which start of a CronJob is due, and when to look again.
///
/// @param due the latest time that has come and has not been served; empty when there is none
/// @param missed roughly how many such times there are, by the distance of the first two
/// @param again how long until the next time
/// @param broken the schedule names no time, or names times without end
record Timetable(Optional<Instant> due, long missed, Duration again, boolean broken) {
    /// A little more than the clocks of two machines differ.
    private static final Duration PADDING = Duration.ofMillis(100);
    /// How long to leave alone what cannot be computed.
    private static final Duration IDLE = Duration.ofHours(1);

    /// @param lastScheduled the time that was served last; empty before the first
    static Timetable of(CronJob cronJob, Optional<Instant> lastScheduled, CronTimes schedule, Instant now) {
        Instant since = lastScheduled.orElseGet(() -> Metadata.created(cronJob));
        Long deadline = cronJob.getSpec().getStartingDeadlineSeconds();
        Instant horizon = deadline == null ? since : now.minusSeconds(deadline);
        Unmet unmet = Unmet.of(horizon.isAfter(since) ? horizon : since, schedule, now);
        return new Timetable(
                unmet.latest, unmet.count, again(Unmet.of(since, schedule, now), since, schedule, now), unmet.broken);
    }

    private static Duration again(Unmet unmet, Instant since, CronTimes schedule, Instant now) {
        Instant from = unmet.broken ? now : unmet.latest.orElse(since);
        return schedule.next(from)
                .map(next -> Duration.between(now, next.plus(PADDING)))
                .filter(wait -> !wait.isNegative())
                .orElse(IDLE);
    }

    /// The times after one and up to another.
    private record Unmet(Optional<Instant> latest, long count, boolean broken) {
        static Unmet of(Instant since, CronTimes schedule, Instant now) {
            Optional<Instant> first = schedule.next(since);
            Optional<Instant> second = first.flatMap(schedule::next);
            if (first.isEmpty() || second.isEmpty()) {
                return new Unmet(Optional.empty(), 0, true);
            }
            if (now.isBefore(first.get())) {
                return new Unmet(Optional.empty(), 0, false);
            }
            if (now.isBefore(second.get())) {
                return new Unmet(first, 0, false);
            }
            long between = Duration.between(first.get(), second.get()).toSeconds();
            if (between < 1) {
                return new Unmet(Optional.empty(), 0, true);
            }
            long count = Duration.between(first.get(), now).toSeconds() / between + 1;
            return new Unmet(Optional.of(latest(first.get(), (count - 2) * between, schedule, now)), count, false);
        }

        /// The last time up to now. Not one by one from the first, since after a long sleep there may be
        /// millions: from about where the last one should be, and further back as long as none follows, for
        /// times that are not evenly spread.
        private static Instant latest(Instant first, long guessedSeconds, CronTimes schedule, Instant now) {
            long back = 60;
            Instant from = first.plusSeconds(guessedSeconds);
            while (from.isAfter(first)) {
                Optional<Instant> found = lastAfter(from, schedule, now);
                if (found.isPresent()) {
                    return found.get();
                }
                from = from.minusSeconds(back);
                back *= 2;
            }
            return lastAfter(first, schedule, now).orElse(first);
        }

        private static Optional<Instant> lastAfter(Instant from, CronTimes schedule, Instant now) {
            Optional<Instant> last = Optional.empty();
            for (Optional<Instant> time = schedule.next(from);
                    time.isPresent() && !time.get().isAfter(now);
                    time = schedule.next(time.get())) {
                last = time;
            }
            return last;
        }
    }

    /// The time that a status names.
    static Optional<Instant> parsed(@Nullable String text) {
        return Optional.ofNullable(text).flatMap(Timestamps::parse);
    }
}
