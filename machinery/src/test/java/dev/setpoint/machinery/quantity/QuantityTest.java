package dev.setpoint.machinery.quantity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "0Ki, 0",
        "0m, 0",
        "-0, 0",
        "1, 1",
        "1000m, 1",
        "1500m, 1500m",
        "1.5, 1500m",
        "0.5, 500m",
        "0.100, 100m",
        ".001, 1m",
        "1000, 1k",
        "1024, 1024",
        "2000000, 2M",
        "50k, 50k",
        "12E, 12E",
        "1000E, 1000E",
        "1Ki, 1Ki",
        "1024Ki, 1Mi",
        "1000Ki, 1000Ki",
        "64Mi, 64Mi",
        "1.5Gi, 1536Mi",
        "0.5Mi, 512Ki",
        "0.05Gi, 53687091200m",
        "0.5Ki, 512",
        "3Ei, 3Ei",
        "9Ei, 9223372036854775807",
        "1e3, 1e3",
        "1E6, 1E6",
        "1e2, 100",
        "1.2e3, 1200",
        "1.3E+6, 1300e3",
        "0.5e-1, 50e-3",
        "1000e3, 1e6",
        "3.001n, 4n",
        "0.0000000001, 1n",
        "-0.0000000001, -1n",
        "0.000000000001Ki, 2n",
        "-1.5, -1500m",
        "-2Gi, -2Gi",
        "123456789012345678901234567890, 123456789012345678901234567890",
    })
    void hasOneCanonicalText(String text, String canonical) {
        assertThat(Quantity.parse(text)).hasToString(canonical);
    }

    /// What a quick look takes for canonical is written back as it came, as Kubernetes does.
    @ParameterizedTest
    @ValueSource(strings = {"+5", "005", "1.500", "1E3", "+3Mi", "1.", "100.035k"})
    void keepsSomeTextsAsTheyCame(String text) {
        assertThat(Quantity.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "aoeu", "1.1.M", "1+1.0M", "0.1am", "1 ", " 1", "1\n", "1e1.5", "٣"})
    void refusesOtherTexts(String text) {
        assertThatThrownBy(() -> Quantity.parse(text))
                .isInstanceOf(MalformedQuantityException.class)
                .hasMessage("quantities must match the regular expression"
                        + " '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.1mi",
                ".5i",
                "1i",
                "-3.01e-",
                "1e",
                "1K",
                "1ki",
                "1kk",
                "1e999999999999",
                "1e101",
                "1m5",
                "--1"
            })
    void refusesOtherSuffixes(String text) {
        assertThatThrownBy(() -> Quantity.parse(text))
                .isInstanceOf(MalformedQuantityException.class)
                .hasMessage("unable to parse quantity's suffix");
    }

    @Test
    void boundsTheLengthOfTexts() {
        assertThatThrownBy(() -> Quantity.parse("1".repeat(1_000_000))).isInstanceOf(MalformedQuantityException.class);
    }

    @Test
    void comparesAmountsWhateverTheirFormat() {
        assertThat(Quantity.parse("1")).isEqualTo(Quantity.parse("1000m")).hasSameHashCodeAs(Quantity.parse("1000m"));
        assertThat(Quantity.parse("1Ki")).isEqualTo(Quantity.parse("1024")).isNotEqualTo(Quantity.parse("1k"));
        assertThat(Quantity.parse("100Gi")).isLessThan(Quantity.parse("10000T"));
        assertThat(Quantity.parse("-1")).isLessThan(Quantity.ZERO);
    }

    @Test
    void countsWholesAndThousandthsAwayFromZero() {
        assertThat(Quantity.parse("1.1").value()).isEqualTo(2);
        assertThat(Quantity.parse("-1.1").value()).isEqualTo(-2);
        assertThat(Quantity.parse("250m").millis()).isEqualTo(250);
        assertThat(Quantity.parse("1u").millis()).isEqualTo(1);
        assertThat(Quantity.parse("100E").value()).isEqualTo(Long.MAX_VALUE);
        assertThat(Quantity.parse("-100E").value()).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void sumsKeepTheFormatOfTheFirstUnlessItIsZero() {
        assertThat(Quantity.ZERO.plus(Quantity.parse("1Gi"))).hasToString("1Gi");
        assertThat(Quantity.parse("1Gi").plus(Quantity.ZERO)).hasToString("1Gi");
        assertThat(Quantity.parse("512Mi").plus(Quantity.parse("0.5Gi"))).hasToString("1Gi");
        assertThat(Quantity.parse("1").minus(Quantity.parse("1500m"))).hasToString("-500m");
        assertThat(Quantity.ZERO.minus(Quantity.parse("1Gi"))).hasToString("-1Gi");
        assertThat(Quantity.parse("250m").times(4)).hasToString("1");
        assertThat(Quantity.parse("100m").negated()).hasToString("-100m");
    }

    @Test
    void isMadeFromNumbers() {
        assertThat(Quantity.of(2048, QuantityFormat.BINARY)).hasToString("2Ki");
        assertThat(Quantity.ofMillis(1500, QuantityFormat.DECIMAL)).hasToString("1500m");
        assertThat(Quantity.of(3_000_000, QuantityFormat.EXPONENT)).hasToString("3e6");
    }

    /// Replay one seed: `./mvnw -pl machinery test -Dtest=QuantityTest -Dseed=N`.
    @Test
    void isExactAndItsTextsReadBackTheSame() {
        long seed = Long.getLong("seed", 3);
        Random random = new Random(seed);
        for (int run = 0; run < 20_000; run++) {
            Quantity left = Quantity.parse(random(random));
            Quantity right = Quantity.parse(random(random));
            for (Quantity each : List.of(left, right, left.plus(right), left.minus(right), left.times(7))) {
                Quantity again = Quantity.parse(each.toString());
                assertThat(again).as("seed %d: %s", seed, each).isEqualTo(each);
                if (again.format() == each.format()) { // Only what no binary letter fits is read as decimal.
                    assertThat(again).as("seed %d", seed).hasToString(each.toString());
                }
            }
            assertThat(left.plus(right).amount())
                    .isEqualByComparingTo(left.amount().add(right.amount()));
            assertThat(left.plus(right).minus(right)).as("seed %d", seed).isEqualTo(left);
            assertThat(Integer.signum(left.compareTo(right)))
                    .isEqualTo(left.minus(right).signum());
            assertThat(BigDecimal.valueOf(left.value()))
                    .isEqualByComparingTo(left.amount().setScale(0, RoundingMode.UP));
        }
    }

    private static String random(Random random) {
        List<String> suffixes = List.of("", "n", "u", "m", "k", "M", "G", "Ki", "Mi", "Gi", "e3", "E-3", "e1");
        String number = Long.toString(random.nextLong(1L << (1 + random.nextInt(30))));
        String fraction = random.nextBoolean() ? "" : "." + random.nextInt(1 << random.nextInt(1, 20));
        return (random.nextBoolean() ? "" : "-") + number + fraction + suffixes.get(random.nextInt(suffixes.size()));
    }
}
