package dev.setpoint.machinery.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HumanDurationTest {
    @ParameterizedTest
    @CsvSource({
        "-P1D, <invalid>",
        "PT-2S, <invalid>",
        "PT-1.5S, 0s",
        "PT-0.5S, 0s",
        "PT0S, 0s",
        "PT1.9S, 1s",
        "PT119S, 119s",
        "PT2M, 2m",
        "PT2M1S, 2m1s",
        "PT9M59S, 9m59s",
        "PT10M1S, 10m",
        "PT2H59M, 179m",
        "PT3H, 3h",
        "PT3H12M59S, 3h12m",
        "PT7H59M, 7h59m",
        "PT8H1M, 8h",
        "PT47H59M, 47h",
        "P2D, 2d",
        "P2DT3H59M, 2d3h",
        "P7DT23H, 7d23h",
        "P8DT23H, 8d",
        "P729D, 729d",
        "P730D, 2y",
        "P731D, 2y1d",
        "P2919D, 7y364d",
        "P2920D, 8y",
        "P40000D, 109y",
    })
    void losesPrecisionAsItGrows(Duration duration, String expected) {
        assertThat(HumanDuration.format(duration)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "PT-3S, <invalid>",
        "PT-1.9S, 0s",
        "PT59S, 59s",
        "PT119S, 1m",
        "PT59M59S, 59m",
        "PT23H59M, 23h",
        "P364D, 364d",
        "P366D, 1y",
    })
    void shortFormHasOneUnit(Duration duration, String expected) {
        assertThat(HumanDuration.formatShort(duration)).isEqualTo(expected);
    }
}
