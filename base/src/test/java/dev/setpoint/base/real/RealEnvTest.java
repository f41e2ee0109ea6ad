package dev.setpoint.base.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.BoundedQueue;
import dev.setpoint.base.Env;
import dev.setpoint.base.EnvContract;
import dev.setpoint.base.Promise;
import dev.setpoint.base.TaskKind;
import java.time.Duration;
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
