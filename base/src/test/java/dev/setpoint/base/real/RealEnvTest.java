package dev.setpoint.base.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.BoundedQueue;
import dev.setpoint.base.Env;
import dev.setpoint.base.EnvContract;
import dev.setpoint.base.Promise;
import dev.setpoint.base.TaskKind;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RealEnvTest extends EnvContract {
    private static final Duration LONG = Duration.ofMinutes(1);

    @Override
    protected Env create() {
        return RealEnv.create("test");
    }

    @Test
    void lightTasksAreVirtualAndDedicatedOnesAreNamedPlatformThreads() {
        try (var env = RealEnv.create("test")) {
            BoundedQueue<Thread> threads = env.queue(2);
            env.start("light", TaskKind.LIGHT, () -> threads.offer(Thread.currentThread()));
            assertThat(threads.take(LONG)).get().matches(Thread::isVirtual);
            env.child("api").start("writer", TaskKind.DEDICATED, () -> threads.offer(Thread.currentThread()));
            assertThat(threads.take(LONG)).get().satisfies(thread -> {
                assertThat(thread.isVirtual()).isFalse();
                assertThat(thread.getName()).isEqualTo("test/api/writer");
            });
        }
    }

    @Test
    void cancellationLeavesNoMarkOfInterruptionForTidyingUp() {
        try (var env = RealEnv.create("test")) {
            Promise<String> begun = env.promise();
            Promise<Boolean> interrupted = env.promise();
            var task = env.start("victim", TaskKind.LIGHT, () -> {
                begun.complete("begun");
                try {
                    env.sleep(LONG);
                } finally {
                    interrupted.complete(Thread.currentThread().isInterrupted());
                }
            });
            begun.await(LONG);
            task.cancel();
            assertThat(interrupted.await(LONG)).contains(false);
        }
    }

    @Test
    void aLightTaskWaitsUntilItsOwnDeadlineAndNoLonger() {
        try (var env = RealEnv.create("test")) {
            BoundedQueue<String> empty = env.queue(1);
            BoundedQueue<String> full = env.queue(1);
            full.offer("full");
            Promise<String> open = env.promise();
            BoundedQueue<String> ended = env.queue(6);
            Duration shortly = Duration.ofMillis(5);
            for (Duration deadline : List.of(LONG, shortly)) {
                String of = deadline.equals(LONG) ? "long" : "short";
                env.start("take", TaskKind.LIGHT, () -> ended.offer(of + empty.take(deadline)));
                env.start("put", TaskKind.LIGHT, () -> ended.offer(of + full.put("more", deadline)));
                env.start("await", TaskKind.LIGHT, () -> ended.offer(of + open.await(deadline)));
            }
            assertThat(Stream.generate(() -> ended.take(LONG).orElseThrow()).limit(3))
                    .containsExactlyInAnyOrder("shortOptional.empty", "shortfalse", "shortOptional.empty");
            open.complete("known");
            assertThat(ended.take(LONG)).contains("longOptional[known]");
            empty.offer("something");
            assertThat(ended.take(LONG)).contains("longOptional[something]");
            full.take(LONG);
            assertThat(ended.take(LONG)).contains("longtrue");
        }
    }

    @Test
    void aLightTaskWaitsForABusyQueueWithoutLosingOrDoublingAnything() {
        int many = 20_000;
        int takers = 8;
        try (var env = RealEnv.create("test")) {
            BoundedQueue<Integer> numbers = env.queue(16);
            BoundedQueue<Integer> seen = env.queue(many);
            for (int taker = 0; taker < takers; taker++) {
                env.start("taker", TaskKind.LIGHT, () -> {
                    while (!numbers.closed() || numbers.size() > 0) {
                        // Deadlines pass all the time while elements come in.
                        numbers.take(Duration.ofNanos(200_000)).ifPresent(seen::offer);
                    }
                });
            }
            env.start("giver", TaskKind.LIGHT, () -> {
                for (int number = 0; number < many; number++) {
                    numbers.put(number, LONG);
                }
                numbers.close();
            });
            assertThat(Stream.generate(() -> seen.take(LONG).orElseThrow()).limit(many))
                    .doesNotHaveDuplicates()
                    .hasSize(many);
        }
    }

    @Test
    void aFailingTimerLeavesTheOthersAlone() {
        try (var env = RealEnv.create("test")) {
            Promise<String> acted = env.promise();
            env.after(Duration.ZERO, () -> {
                throw new IllegalStateException("on purpose");
            });
            env.after(Duration.ofMillis(1), () -> acted.complete("acted"));
            assertThat(acted.await(LONG)).contains("acted");
        }
    }

    @Test
    void theSameSeedDrawsTheSameNumbers() {
        try (var one = RealEnv.create("one", 7);
                var two = RealEnv.create("two", 7)) {
            assertThat(one.child("a").random().nextLong())
                    .isEqualTo(two.child("b").random().nextLong());
            assertThat(one.random().nextLong()).isEqualTo(two.random().nextLong());
        }
    }
}
