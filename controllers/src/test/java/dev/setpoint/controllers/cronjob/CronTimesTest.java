package dev.setpoint.controllers.cronjob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class CronTimesTest {
    @Test
    void readsFieldsAndNames() {
        assertThat(times("*/20 * * * *", "UTC", "2026-05-01T12:00:00Z"))
                .containsExactly("2026-05-01T12:20:00Z", "2026-05-01T12:40:00Z", "2026-05-01T13:00:00Z");
        assertThat(times("5/25 8 ? * mon-fri", "UTC", "2026-05-01T12:00:00Z"))
                .containsExactly("2026-05-04T08:05:00Z", "2026-05-04T08:30:00Z", "2026-05-04T08:55:00Z");
    }

    @Test
    void aDayOfTheMonthOrOfTheWeekIsEnough() {
        assertThat(times("0 0 13 * 5", "UTC", "2026-05-07T00:00:00Z"))
                .containsExactly("2026-05-08T00:00:00Z", "2026-05-13T00:00:00Z", "2026-05-15T00:00:00Z");
    }

    @Test
    void knowsNamesAndPeriods() {
        assertThat(times("@weekly", "UTC", "2026-05-01T00:00:00Z")).first().isEqualTo("2026-05-03T00:00:00Z");
        assertThat(times("@every 1h30m", "UTC", "2026-05-01T00:00:00.5Z"))
                .containsExactly("2026-05-01T01:30:00Z", "2026-05-01T03:00:00Z", "2026-05-01T04:30:00Z");
    }

    @Test
    void goesByTheClockOfItsZone() {
        assertThat(times("30 2 * * *", "America/New_York", "2026-03-07T12:00:00Z"))
                .as("there is no half past two on the eighth")
                .containsExactly("2026-03-09T06:30:00Z", "2026-03-10T06:30:00Z", "2026-03-11T06:30:00Z");
    }

    @Test
    void aDayThatNeverComesHasNoTime() {
        assertThat(CronTimes.parse("0 0 31 2 *", ZoneId.of("UTC")).next(Instant.EPOCH))
                .isEmpty();
    }

    @Test
    void refusesWhatIsNoSchedule() {
        assertThatThrownBy(() -> CronTimes.parse("never", ZoneId.of("UTC")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> CronTimes.parse("@every soon", ZoneId.of("UTC")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static List<String> times(String schedule, String zone, String after) {
        CronTimes parsed = CronTimes.parse(schedule, ZoneId.of(zone));
        List<String> times = new ArrayList<>();
        Optional<Instant> time = parsed.next(Instant.parse(after));
        while (time.isPresent() && times.size() < 3) {
            times.add(time.get().toString());
            time = parsed.next(time.get());
        }
        return times;
    }
}
