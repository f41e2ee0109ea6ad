package dev.setpoint.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class DirectMappedCacheTest {
    @Test
    void asksOnceForWhatIsAskedAgainAndAgain() {
        List<String> asked = new ArrayList<>();
        Function<String, Integer> length = key -> {
            asked.add(key);
            return key.length();
        };
        DirectMappedCache<String, Integer> lengths = new DirectMappedCache<>(4);
        assertThat(lengths.of("one", length)).isEqualTo(3);
        assertThat(lengths.of("one", length)).isEqualTo(3);
        assertThat(asked).containsExactly("one");
    }

    @Test
    void answersAsTheFunctionDoesHoweverManyKeysShareAPlace() {
        DirectMappedCache<Integer, Integer> squares = new DirectMappedCache<>(2);
        Random random = new Random(7);
        for (int i = 0; i < 1_000; i++) {
            int key = random.nextInt(10);
            assertThat(squares.of(key, each -> each * each)).isEqualTo(key * key);
        }
    }

    @Test
    void refusesASizeThatIsNoPowerOfTwo() {
        assertThatThrownBy(() -> new DirectMappedCache<String, String>(3)).hasMessageContaining("power of two");
    }
}
