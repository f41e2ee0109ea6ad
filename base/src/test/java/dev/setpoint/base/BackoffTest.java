package dev.setpoint.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.base.testing.Seeds;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class BackoffTest {
    private final Backoff backoff = new Backoff(Duration.ofMillis(5), Duration.ofSeconds(1000));

    @Test
    void doublesUpToItsCap() {
        assertThat(backoff.after(1)).isEqualTo(Duration.ofMillis(5));
        assertThat(backoff.after(2)).isEqualTo(Duration.ofMillis(10));
        assertThat(backoff.after(18)).isEqualTo(Duration.ofMillis(655_360));
        assertThat(backoff.after(19)).isEqualTo(Duration.ofSeconds(1000));
        assertThat(backoff.after(Integer.MAX_VALUE)).isEqualTo(Duration.ofSeconds(1000));
    }

    @Test
    void jitterStaysBetweenHalfAndWhole() {
        Seeds.check(
                100,
                seed -> assertThat(backoff.after(4, Seeds.random(seed)))
                        .isBetween(Duration.ofMillis(20), Duration.ofMillis(40)));
    }

    @Test
    void refusesWhatCannotBe() {
        assertThatThrownBy(() -> backoff.after(0)).hasMessageContaining("failures: 0");
        assertThatThrownBy(() -> new Backoff(Duration.ZERO, Duration.ofSeconds(1)))
                .hasMessageContaining("expected: 0 < first");
        assertThatThrownBy(() -> new Backoff(Duration.ofSeconds(2), Duration.ofSeconds(1)))
                .hasMessageContaining("expected: 0 < first");
    }
}
