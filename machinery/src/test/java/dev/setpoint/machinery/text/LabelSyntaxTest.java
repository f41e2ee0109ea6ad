package dev.setpoint.machinery.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LabelSyntaxTest {
    private static final Pattern NAME = Pattern.compile("([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]");
    private static final Pattern DOMAIN =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

    @ParameterizedTest
    @ValueSource(strings = {"a", "A_b.c-9", "example.com/a", "a-b.c0/X"})
    void takesSoundKeys(String key) {
        assertThat(LabelSyntax.key(key)).isEmpty();
    }

    @Test
    void namesEveryMistakeOfAKey() {
        assertThat(LabelSyntax.key(""))
                .satisfiesExactly(
                        first -> assertThat(first).isEqualTo("name part must be non-empty"),
                        second -> assertThat(second).startsWith("name part must consist of alphanumeric characters"));
        assertThat(LabelSyntax.key("/x")).containsExactly("prefix part must be non-empty");
        assertThat(LabelSyntax.key("X.com/" + "a".repeat(64)))
                .satisfiesExactly(
                        first -> assertThat(first).startsWith("prefix part a lowercase RFC 1123 subdomain must"),
                        second -> assertThat(second).isEqualTo("name part must be no more than 63 bytes"));
        assertThat(LabelSyntax.key("a/b/c")).singleElement().asString().startsWith("a valid label key must consist");
    }

    @Test
    void boundsValuesInBytes() {
        assertThat(LabelSyntax.value("a".repeat(63))).isEmpty();
        assertThat(LabelSyntax.value("a".repeat(64))).containsExactly("must be no more than 63 bytes");
        assertThat(LabelSyntax.value("ü".repeat(32))).hasSize(2);
        assertThat(LabelSyntax.value("")).isEmpty();
    }

    /// The walks over characters are the expressions that the complaints quote. Replay one seed:
    /// `./mvnw -pl machinery test -Dtest=LabelSyntaxTest -Dseed=N`.
    @Test
    void agreesWithTheQuotedExpressions() {
        long seed = Long.getLong("seed", 11);
        Random random = new Random(seed);
        for (int run = 0; run < 20_000; run++) {
            String text = random(random);
            assertThat(LabelSyntax.key(text).isEmpty())
                    .as("seed %d: %s", seed, text)
                    .isEqualTo(NAME.matcher(text).matches());
            assertThat(LabelSyntax.key(text + "/x").isEmpty())
                    .as("seed %d: %s", seed, text)
                    .isEqualTo(DOMAIN.matcher(text).matches());
        }
    }

    private static String random(Random random) {
        String alphabet = "aZ0-_.é";
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(6); i > 0; i--) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return text.toString();
    }
}
