package dev.setpoint.apiserver.registry.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.base.Env;
import dev.setpoint.base.real.RealEnv;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SharedWorkTest {
    private final Env env = RealEnv.create("shared-work-test");
    private final SharedWork work = new SharedWork(env);
    private final Queue<Integer> done = new ConcurrentLinkedQueue<>();

    @AfterEach
    void close() {
        env.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 1_000})
    void doesEverythingOnce(int count) {
        work.forEach(numbers(count), done::add);
        assertThat(done).containsExactlyInAnyOrderElementsOf(numbers(count));
    }

    @Test
    void throwsTheFailureAndBeginsNothingNew() {
        assertThatThrownBy(() -> work.forEach(numbers(100_000), number -> {
                    if (number == 10) {
                        throw new IllegalArgumentException("ten");
                    }
                    done.add(number);
                }))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("ten");
        assertThat(done).hasSizeLessThan(100_000).doesNotContain(10);
    }

    @Test
    void isAtWorkOnSeveralAtTheSameTime() {
        List<Integer> numbers = numbers(16);
        work.forEach(numbers, number -> {
            done.add(number);
            while (done.size() < 4) {
                env.sleep(Duration.ofMillis(1)); // For the others: alone it would wait for ever.
            }
        });
        assertThat(done).hasSize(16);
    }

    private static List<Integer> numbers(int count) {
        return IntStream.range(0, count).boxed().toList();
    }
}
