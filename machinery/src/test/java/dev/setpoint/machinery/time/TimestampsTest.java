package dev.setpoint.machinery.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimestampsTest {
    private static final Instant MOMENT = Instant.parse("2026-05-01T01:02:03.004056789Z");

    @Test
    void cutsTheFractionOffSeconds() {
        assertThat(Timestamps.seconds(MOMENT)).isEqualTo("2026-05-01T01:02:03Z");
    }

    @Test
    void writesSixDigitsOfMicroseconds() {
        assertThat(Timestamps.micros(MOMENT)).isEqualTo("2026-05-01T01:02:03.004056Z");
        assertThat(Timestamps.micros(Instant.parse("2026-12-31T23:59:59Z"))).isEqualTo("2026-12-31T23:59:59.000000Z");
    }

    @Test
    void readsOffsetsAndFractions() {
        assertThat(Timestamps.parse("2026-05-01T03:02:03.004056789+02:00")).contains(MOMENT);
        assertThat(Timestamps.parse("2026-05-01T01:02:03Z")).contains(Instant.parse("2026-05-01T01:02:03Z"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "now",
                "2026-05-01",
                "2026-05-01T01:02Z",
                "2026-05-01T01:02:03",
                "2026-13-01T01:02:03Z",
                "2026-05-01 01:02:03Z",
                "2026-05-01T01:02+00:00:00"
            })
    void refusesWhatIsNotRfc3339(String text) {
        assertThat(Timestamps.parse(text)).isEmpty();
    }
}
