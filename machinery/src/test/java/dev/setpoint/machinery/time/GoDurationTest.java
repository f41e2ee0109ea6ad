package dev.setpoint.machinery.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GoDurationTest {
    @Test
    void readsNumbersAndUnits() {
        assertThat(GoDuration.parse("15s")).contains(Duration.ofSeconds(15));
        assertThat(GoDuration.parse("1h30m")).contains(Duration.ofMinutes(90));
        assertThat(GoDuration.parse("250ms3us4ns")).contains(Duration.ofNanos(250_003_004));
        assertThat(GoDuration.parse("7µs")).contains(Duration.ofNanos(7_000));
    }

    @Test
    void readsSignsAndFractions() {
        assertThat(GoDuration.parse("-1.5s")).contains(Duration.ofMillis(-1500));
        assertThat(GoDuration.parse("+.5m")).contains(Duration.ofSeconds(30));
        assertThat(GoDuration.parse("1.h")).contains(Duration.ofHours(1));
        assertThat(GoDuration.parse("0")).contains(Duration.ZERO);
        assertThat(GoDuration.parse("-0")).contains(Duration.ZERO);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-", "15", "s", ".s", "1.2.3s", "1d", "1 s", "--1s", "s1", "1s2", "00"})
    void refusesWhatIsNone(String text) {
        assertThat(GoDuration.parse(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"2562048h", "9223372036854775808ns", "99999999999999999999ns", "2562047h48m"})
    void refusesWhatGoCannotHold(String text) {
        assertThat(GoDuration.parse(text)).isEmpty();
    }
}
