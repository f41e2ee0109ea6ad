package dev.setpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ProcessAgeTest {
    @Test
    void isTheUptimeLessTheTicksAtWhichTheProcessBegan() {
        String stat = "4711 (a (strange) name) S 1 2 3 0 -1 4 5 6 7 8 9 10 11 12 20 0 30 0 512300 99 1\n";
        assertThat(ProcessAge.linux(stat, "5123.97 9876.54\n")).isEqualTo(Duration.ofMillis(970));
    }

    @Test
    void isMoreThanNothingAndLessThanADay() {
        assertThat(ProcessAge.at(Instant.now())).isBetween(Duration.ZERO, Duration.ofDays(1));
    }
}
