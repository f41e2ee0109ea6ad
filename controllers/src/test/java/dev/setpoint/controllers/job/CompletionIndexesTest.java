package dev.setpoint.controllers.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.testing.Seeds;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

final class CompletionIndexesTest {
    @Test
    void writesARangeOfTwoAsTwoNumbers() {
        assertThat(CompletionIndexes.of(List.of(7, 3, 1, 4, 5, 8))).hasToString("1,3-5,7,8");
    }

    @Test
    void readsWhatItCanAndCutsOffWhatIsBeyond() {
        assertThat(CompletionIndexes.parse("1,x,3-9,12", 6)).hasToString("1,3-5");
        assertThat(CompletionIndexes.parse("", 6).isEmpty()).isTrue();
    }

    @Test
    void findsTheFirstThatAreMissing() {
        assertThat(CompletionIndexes.parse("0,2-4", 10).missing(3, 7)).containsExactly(1, 5, 6);
        assertThat(CompletionIndexes.parse("0-6", 10).missing(3, 7)).isEmpty();
    }

    @Test
    void agreesWithAPlainSet() {
        Seeds.check(300, seed -> {
            RandomGenerator random = Seeds.random(seed);
            Set<Integer> some = draw(random);
            Set<Integer> more = draw(random);
            CompletionIndexes indexes = CompletionIndexes.of(some);
            assertThat(CompletionIndexes.parse(indexes.toString(), 40)).isEqualTo(indexes);
            assertThat(indexes.total()).isEqualTo(some.size());
            Set<Integer> union = new TreeSet<>(some);
            union.addAll(more);
            assertThat(indexes.with(more)).isEqualTo(CompletionIndexes.of(union));
            Set<Integer> common = new TreeSet<>(some);
            common.retainAll(more);
            assertThat(indexes.common(CompletionIndexes.of(more))).isEqualTo(common.size());
            for (int index = 0; index < 40; index++) {
                assertThat(indexes.contains(index)).isEqualTo(some.contains(index));
            }
        });
    }

    private static Set<Integer> draw(RandomGenerator random) {
        Set<Integer> drawn = new TreeSet<>();
        int count = random.nextInt(25);
        for (int index = 0; index < count; index++) {
            drawn.add(random.nextInt(40));
        }
        return drawn;
    }
}
