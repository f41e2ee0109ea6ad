package dev.setpoint.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What holds in every world. The test's own thread is one from outside and may wait like any other.
public abstract class EnvContract {
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Duration SHORT = Duration.ofMillis(5);

    private Env env;

    protected abstract Env create();

    @BeforeEach
    void begin() {
        env = create();
    }

    @AfterEach
    void end() {
        env.close();
    }

    @Test
    void sleepingMovesMonotonicTimeByAtLeastThatMuch() {
        long before = env.monotonicNanos();
        env.sleep(SHORT);
        assertThat(env.monotonicNanos() - before).isGreaterThanOrEqualTo(SHORT.toNanos());
    }

    @ParameterizedTest
    @EnumSource
    void aTaskRunsAndIsJoined(TaskKind kind) {
        var ran = new AtomicInteger();
        var task = env.start("once", kind, ran::incrementAndGet);
        assertThat(task.join(LONG)).isTrue();
        assertThat(task.done()).isTrue();
        assertThat(ran).hasValue(1);
        assertThat(task.name()).endsWith("/once");
    }

    @Test
    void joinGivesUpAtItsDeadline() {
        var task = env.start("sleeper", TaskKind.LIGHT, () -> env.sleep(LONG));
        assertThat(task.join(SHORT)).isFalse();
        assertThat(task.done()).isFalse();
    }

    @Test
    void aQueueKeepsOrderAndRefusesWhenFull() {
        BoundedQueue<Integer> queue = env.queue(2);
        assertThat(queue.offer(1)).isTrue();
        assertThat(queue.offer(2)).isTrue();
        assertThat(queue.offer(3)).isFalse();
        assertThat(queue.size()).isEqualTo(2);
        assertThat(queue.take(LONG)).contains(1);
        assertThat(queue.take(LONG)).contains(2);
        assertThat(queue.take(SHORT)).isEmpty();
    }

    @Test
    void puttingWaitsForRoom() {
        BoundedQueue<Integer> queue = env.queue(1);
        queue.offer(1);
        assertThat(queue.put(2, SHORT)).isFalse();
        var putter = env.start(
                "putter", TaskKind.LIGHT, () -> assertThat(queue.put(2, LONG)).isTrue());
        assertThat(queue.take(LONG)).contains(1);
        assertThat(queue.take(LONG)).contains(2);
        assertThat(putter.join(LONG)).isTrue();
    }

    @Test
    void takingABatchTakesWhatLiesThereUpToTheLimit() {
        BoundedQueue<Integer> queue = env.queue(10);
        for (int element = 0; element < 5; element++) {
            queue.offer(element);
        }
        assertThat(queue.takeBatch(3, LONG)).containsExactly(0, 1, 2);
        assertThat(queue.takeBatch(3, LONG)).containsExactly(3, 4);
        assertThat(queue.takeBatch(3, SHORT)).isEmpty();
    }

    @Test
    void aClosedQueueIsDrainedAndThenEnds() {
        BoundedQueue<Integer> queue = env.queue(2);
        queue.offer(1);
        queue.close();
        assertThat(queue.closed()).isTrue();
        assertThat(queue.offer(2)).isFalse();
        assertThat(queue.put(2, LONG)).isFalse();
        assertThat(queue.take(LONG)).contains(1);
        assertThat(queue.take(LONG)).isEmpty();
        assertThat(queue.takeBatch(2, LONG)).isEmpty();
    }

    @Test
    void closingAQueueWakesItsTakers() {
        BoundedQueue<Integer> queue = env.queue(1);
        var taken = new AtomicReference<Optional<Integer>>();
        var taker = env.start("taker", TaskKind.LIGHT, () -> taken.set(queue.take(LONG)));
        env.sleep(SHORT);
        queue.close();
        assertThat(taker.join(LONG)).isTrue();
        assertThat(taken.get()).isEmpty();
    }

    @Test
    void everythingPutIsTakenOnce() {
        BoundedQueue<Integer> queue = env.queue(3);
        List<Integer> taken = Collections.synchronizedList(new ArrayList<>());
        var tasks = new ArrayList<Task>();
        for (int putter = 0; putter < 4; putter++) {
            int base = putter * 100;
            tasks.add(env.start("putter", TaskKind.LIGHT, () -> {
                for (int element = base; element < base + 100; element++) {
                    queue.put(element, LONG);
                }
            }));
        }
        for (int taker = 0; taker < 3; taker++) {
            env.start("taker", TaskKind.LIGHT, () -> {
                for (var one = queue.take(LONG); one.isPresent(); one = queue.take(LONG)) {
                    taken.add(one.get());
                }
            });
        }
        tasks.forEach(task -> assertThat(task.join(LONG)).isTrue());
        queue.close();
        env.close();
        assertThat(taken).hasSize(400).doesNotHaveDuplicates();
    }

    @Test
    void aPromiseIsKeptOnce() {
        Promise<String> promise = env.promise();
        assertThat(promise.await(SHORT)).isEmpty();
        assertThat(promise.done()).isFalse();
        env.start("keeper", TaskKind.LIGHT, () -> promise.complete("first"));
        assertThat(promise.await(LONG)).contains("first");
        assertThat(promise.complete("second")).isFalse();
        assertThat(promise.fail(new IllegalStateException())).isFalse();
        assertThat(promise.await(LONG)).contains("first");
    }

    @Test
    void aFailedPromiseThrowsItsCause() {
        Promise<String> promise = env.promise();
        var cause = new IllegalStateException("broken");
        assertThat(promise.fail(cause)).isTrue();
        assertThatThrownBy(() -> promise.await(LONG)).isSameAs(cause);
    }

    @Test
    void cancellingEndsAWaitAndEveryLaterOne() {
        BoundedQueue<String> nothing = env.queue(1);
        BoundedQueue<String> seen = env.queue(10);
        var task = env.start("victim", TaskKind.LIGHT, () -> {
            seen.offer("begun");
            try {
                nothing.take(LONG);
            } catch (CancellationException _) {
                seen.offer("cancelled");
            }
            try {
                env.giveWay();
            } catch (CancellationException _) {
                seen.offer("again");
            }
            seen.offer("tidied");
        });
        assertThat(seen.take(LONG)).contains("begun");
        task.cancel();
        assertThat(task.join(LONG)).isTrue();
        assertThat(seen.takeBatch(10, LONG)).containsExactly("cancelled", "again", "tidied");
    }

    @Test
    void aTimerActsAfterItsDelayUnlessCancelled() {
        BoundedQueue<String> acted = env.queue(10);
        long begin = env.monotonicNanos();
        var late = env.after(Duration.ofMillis(40), () -> acted.offer("late"));
        env.after(Duration.ofMillis(20), () -> acted.offer("second"));
        env.after(Duration.ofMillis(10), () -> acted.offer("first"));
        assertThat(acted.take(LONG)).contains("first");
        assertThat(acted.take(LONG)).contains("second");
        assertThat(env.monotonicNanos() - begin)
                .isGreaterThanOrEqualTo(Duration.ofMillis(20).toNanos());
        var never = env.after(LONG, () -> acted.offer("never"));
        assertThat(never.cancel()).isTrue();
        assertThat(never.cancel()).isFalse();
        assertThat(acted.take(LONG)).contains("late");
        assertThat(late.cancel()).isFalse();
    }

    @Test
    void closingCancelsAndJoinsChildrenToo() {
        var child = env.child("process");
        var grandchild = child.child("part");
        var ended = new AtomicInteger();
        var acted = new AtomicInteger();
        List<Task> tasks = new ArrayList<>();
        for (var place : List.of(env, child, grandchild)) {
            Promise<String> begun = env.promise();
            tasks.add(place.start("sleeper", TaskKind.LIGHT, () -> {
                try {
                    begun.complete("begun");
                    place.sleep(LONG);
                } finally {
                    ended.incrementAndGet();
                }
            }));
            begun.await(LONG);
            place.after(SHORT, acted::incrementAndGet);
        }
        child.close();
        assertThat(tasks.stream().map(Task::done)).containsExactly(false, true, true);
        env.close();
        assertThat(tasks).allMatch(Task::done);
        assertThat(ended).hasValue(3);
        assertThatThrownBy(() -> env.start("late", TaskKind.LIGHT, () -> {})).isInstanceOf(CancellationException.class);
        assertThatThrownBy(() -> env.after(SHORT, () -> {})).isInstanceOf(CancellationException.class);
        assertThatThrownBy(() -> env.child("late")).isInstanceOf(CancellationException.class);
    }

    @Test
    void aTaskMayCloseItsOwnProcess() {
        var child = env.child("process");
        var other = child.start("other", TaskKind.LIGHT, () -> child.sleep(LONG));
        var closer = child.start("closer", TaskKind.LIGHT, child::close);
        assertThat(closer.join(LONG)).isTrue();
        assertThat(other.done()).isTrue();
    }

    @Test
    void wallTimeFollowsMonotonicTime() {
        var before = env.wallTime();
        env.sleep(SHORT);
        assertThat(env.wallTime()).isAfter(before);
    }
}
