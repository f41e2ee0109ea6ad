package dev.setpoint.machinery.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            2026-13-01T00:00:00Z       | parsing time "2026-13-01T00:00:00Z": month out of range
            2026-02-30T00:00:00Z       | parsing time "2026-02-30T00:00:00Z": day out of range
            2026-01-01T24:00:00Z       | parsing time "2026-01-01T24:00:00Z": hour out of range
            2026-01-01T00:00:00Zx      | parsing time "2026-01-01T00:00:00Zx": extra text: "x"
            2026-01-01T00:00:00        | parsing time "2026-01-01T00:00:00" as "2006-01-02T15:04:05Z07:00": cannot parse "" as "Z07:00"
            2026-01-01T00:00:00+0200   | parsing time "2026-01-01T00:00:00+0200" as "2006-01-02T15:04:05Z07:00": cannot parse "+0200" as "Z07:00"
            2026-01-01 00:00:00Z       | parsing time "2026-01-01 00:00:00Z" as "2006-01-02T15:04:05Z07:00": cannot parse " 00:00:00Z" as "T"
            """)
    void saysWhereItStumbledAsGoDoes(String text, String message) {
        assertThatThrownBy(() -> Timestamps.canonicalSeconds(text))
                .isInstanceOf(MalformedTimeException.class)
                .hasMessage(message);
    }

    /// The reader by hand agrees with the JDK's. Replay one seed:
    /// `./mvnw -pl machinery test -Dtest=TimestampsTest -Dseed=N`.
    @Test
    void readsWhatItWrites() {
        long seed = Long.getLong("seed", 5);
        Random random = new Random(seed);
        for (int run = 0; run < 2000; run++) {
            Instant instant = Instant.ofEpochSecond(
                    random.nextLong(-62_000_000_000L, 250_000_000_000L), random.nextInt(1_000_000) * 1000L);
            String micros = Timestamps.micros(instant);
            assertThat(Timestamps.parse(micros)).as("seed %d: %s", seed, micros).contains(instant);
            assertThat(Instant.parse(micros)).as("seed %d: %s", seed, micros).isEqualTo(instant);
            assertThat(Timestamps.canonicalMicros(micros)).isSameAs(micros);
            String seconds = Timestamps.seconds(instant);
            assertThat(Timestamps.canonicalSeconds(seconds))
                    .as("seed %d: %s", seed, seconds)
                    .isSameAs(seconds);
        }
    }
}
