package dev.setpoint.reconcile.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.base.TaskKind;
import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.base.metrics.Metrics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WorkQueueTest {
    private final BatonEnv env = BatonEnv.create(1);
    private final Metrics metrics = new Metrics();
    private final WorkQueue<String> queue = queueOf(1000);

    private WorkQueue<String> queueOf(int capacity) {
        return new WorkQueue<>("test", env, capacity, RetryDelay.DEFAULT, metrics);
    }

    @AfterEach
    void close() {
        env.close();
    }

    @Test
    void aKeyWaitsOnce() {
        queue.add("a");
        queue.add("b");
        queue.add("a");

        assertThat(queue.depth()).isEqualTo(2);
        assertThat(takeAll()).containsExactly("a", "b");
    }

    @Test
    void aRunningKeyIsNotGivenToAnotherWorker() {
        queue.add("a");
        assertThat(take()).contains("a");
        queue.add("a");

        assertThat(take()).isEmpty();
        queue.done("a");
        assertThat(take()).contains("a");
    }

    @Test
    void aKeyAddedWhileRunningRunsOnceMore() {
        queue.add("a");
        take();
        queue.add("a");
        queue.add("a");
        queue.done("a");

        assertThat(takeAll()).containsExactly("a");
        queue.done("a");
        assertThat(take()).isEmpty();
    }

    @Test
    void aBusyKeyGoesBehindThoseThatWait() {
        queue.add("busy");
        take();
        queue.add("busy");
        queue.add("patient");
        queue.done("busy");

        assertThat(takeAll()).containsExactly("patient", "busy");
    }

    @Test
    void higherPrioritiesLeaveFirst() {
        queue.add("resync", Priority.BACKGROUND);
        queue.add("change", Priority.NORMAL);
        queue.add("urgent", Priority.URGENT);
        queue.add("change2", Priority.NORMAL);

        assertThat(takeAll()).containsExactly("urgent", "change", "change2", "resync");
    }

    @Test
    void aChangeLiftsAKeyThatWaitsForAResync() {
        queue.add("a", Priority.BACKGROUND);
        queue.add("b", Priority.BACKGROUND);
        queue.add("b", Priority.NORMAL);
        queue.add("b", Priority.BACKGROUND);

        assertThat(queue.depth()).isEqualTo(2);
        assertThat(takeAll()).containsExactly("b", "a");
    }

    @Test
    void theHighestPriorityOfAddsWhileRunningCounts() {
        queue.add("a");
        take();
        queue.add("a", Priority.NORMAL);
        queue.add("a", Priority.BACKGROUND);
        queue.add("b", Priority.BACKGROUND);
        queue.done("a");

        assertThat(takeAll()).containsExactly("a", "b");
    }

    @Test
    void failuresComeBackAfterFiveMillisecondsDoublingToAThousandSeconds() {
        List<Duration> waited = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            waited.add(failOnce());
        }

        assertThat(waited)
                .startsWith(millis(5), millis(10), millis(20), millis(40), millis(80), millis(160))
                .endsWith(millis(5 << 17), Duration.ofSeconds(1000), Duration.ofSeconds(1000));
        for (int i = 0; i < 18; i++) {
            assertThat(waited.get(i)).isEqualTo(millis(5L << i));
        }
    }

    @Test
    void successResetsTheDelay() {
        failOnce();
        failOnce();
        assertThat(queue.failures("a")).isEqualTo(2);
        queue.forget("a");

        assertThat(failOnce()).isEqualTo(millis(5));
    }

    @Test
    void retriesOfAllKeysTogetherAreBounded() {
        for (int i = 0; i < 100; i++) {
            assertThat(queue.retry("key" + i)).isEqualTo(millis(5));
        }
        assertThat(queue.retry("one more")).isEqualTo(millis(100));
        assertThat(queue.retry("and another")).isEqualTo(millis(200));
        env.advance(Duration.ofSeconds(1));
        for (int i = 0; i < 8; i++) {
            assertThat(queue.retry("later" + i)).isEqualTo(millis(5));
        }
        assertThat(queue.retry("too many")).isEqualTo(millis(100));
    }

    @Test
    void theEarliestOfSeveralDelaysCounts() {
        queue.addAfter("a", Duration.ofSeconds(10));
        queue.addAfter("a", Duration.ofSeconds(2));
        queue.addAfter("a", Duration.ofSeconds(5));

        env.advance(Duration.ofMillis(1999));
        assertThat(queue.depth()).isZero();
        env.advance(Duration.ofMillis(1));
        assertThat(takeAll()).containsExactly("a");
        queue.done("a");
        env.advance(Duration.ofSeconds(20));
        assertThat(queue.depth()).isZero();
    }

    @Test
    void refusesMoreKeysThanItHolds() {
        WorkQueue<String> small = queueOf(2);
        assertThat(small.add("a")).isTrue();
        assertThat(small.addAfter("b", Duration.ofSeconds(1))).isTrue();
        assertThat(small.add("c")).isFalse();
        assertThat(small.add("b")).isTrue();

        small.take(Duration.ZERO);
        small.done("a");
        assertThat(small.add("c")).isTrue();
    }

    @Test
    void forgetsKeysThatAreDoneWith() {
        WorkQueue<String> small = queueOf(2);
        for (int i = 0; i < 100; i++) {
            assertThat(small.add("key" + i)).isTrue();
            String key = small.take(Duration.ZERO).orElseThrow();
            small.retry(key);
            small.forget(key);
            small.done(key);
            env.advance(Duration.ofSeconds(1));
            assertThat(small.take(Duration.ZERO)).contains(key);
            small.done(key);
        }
    }

    @Test
    void waitingWorkersTakeKeysAsTheyCome() {
        List<String> taken = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            env.start("worker", TaskKind.LIGHT, () -> {
                while (!queue.closed()) {
                    queue.take(Duration.ofHours(1)).ifPresent(key -> {
                        taken.add(key);
                        env.sleep(Duration.ofSeconds(1));
                        queue.done(key);
                    });
                }
            });
        }
        env.settle();
        queue.add("a");
        queue.add("b");
        queue.add("c");
        env.settle();
        assertThat(taken).containsExactly("a", "b");
        env.advance(Duration.ofSeconds(1));
        assertThat(taken).containsExactly("a", "b", "c");
    }

    @Test
    void closingSendsWorkersHomeAndTakesNothingIn() {
        var worker = env.start("worker", TaskKind.LIGHT, () -> {
            while (!queue.closed()) {
                queue.take(Duration.ofHours(1));
            }
        });
        env.settle();
        queue.addAfter("later", Duration.ofSeconds(1));
        queue.close();
        env.settle();

        assertThat(worker.done()).isTrue();
        assertThat(queue.add("a")).isFalse();
        env.advance(Duration.ofSeconds(2));
        assertThat(queue.depth()).isZero();
    }

    @Test
    void onlyATakenKeyCanBeDone() {
        queue.add("a");
        assertThatThrownBy(() -> queue.done("a")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void countsWhatItDoes() {
        queue.add("a");
        env.advance(Duration.ofSeconds(2));
        take();
        queue.add("b");
        env.advance(Duration.ofSeconds(3));

        assertThat(metrics.text())
                .contains("workqueue_depth{name=\"test\"} 1\n")
                .contains("workqueue_adds_total{name=\"test\"} 2\n")
                .contains("workqueue_queue_duration_seconds_sum{name=\"test\"} 2\n")
                .contains("workqueue_unfinished_work_seconds{name=\"test\"} 3\n")
                .contains("workqueue_longest_running_processor_seconds{name=\"test\"} 3\n")
                .contains("workqueue_work_duration_seconds_count{name=\"test\"} 0\n");
        queue.retry("a");
        queue.done("a");
        assertThat(metrics.text())
                .contains("workqueue_retries_total{name=\"test\"} 1\n")
                .contains("workqueue_work_duration_seconds_sum{name=\"test\"} 3\n")
                .contains("workqueue_unfinished_work_seconds{name=\"test\"} 0\n");
    }

    /// Lets the key fail and says after how long it is there again.
    private Duration failOnce() {
        long before = env.monotonicNanos();
        queue.retry("a");
        while (queue.depth() == 0) {
            env.advanceUntil(Duration.ofHours(1), () -> queue.depth() > 0);
        }
        take();
        queue.done("a");
        return Duration.ofNanos(env.monotonicNanos() - before);
    }

    private Optional<String> take() {
        return queue.take(Duration.ZERO);
    }

    private List<String> takeAll() {
        List<String> all = new ArrayList<>();
        for (var next = take(); next.isPresent(); next = take()) {
            all.add(next.get());
        }
        return all;
    }

    private static Duration millis(long millis) {
        return Duration.ofMillis(millis);
    }
}
