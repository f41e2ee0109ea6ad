package dev.setpoint.base.baton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.base.BoundedQueue;
import dev.setpoint.base.Env;
import dev.setpoint.base.EnvContract;
import dev.setpoint.base.Promise;
import dev.setpoint.base.Task;
import dev.setpoint.base.TaskKilled;
import dev.setpoint.base.TaskKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BatonEnvTest extends EnvContract {
    private static final Duration HOUR = Duration.ofHours(1);

    private final BatonEnv world = BatonEnv.create(1);

    @Override
    protected Env create() {
        return BatonEnv.create(1);
    }

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void nothingRunsUntilTheWorldIsDriven() {
        var ran = new AtomicInteger();
        world.start("task", TaskKind.LIGHT, ran::incrementAndGet);
        assertThat(ran).hasValue(0);
        world.settle();
        assertThat(ran).hasValue(1);
    }

    @Test
    void firstComeFirstServed() {
        var order = new ArrayList<String>();
        for (var name : List.of("a", "b", "c")) {
            world.start(name, TaskKind.LIGHT, () -> {
                order.add(name + 1);
                world.giveWay();
                order.add(name + 2);
            });
        }
        world.settle();
        assertThat(order).containsExactly("a1", "b1", "c1", "a2", "b2", "c2");
    }

    @Test
    void settlingDoesNotMoveTime() {
        var woke = new AtomicInteger();
        world.start("sleeper", TaskKind.LIGHT, () -> {
            world.sleep(Duration.ofNanos(1));
            woke.incrementAndGet();
        });
        world.settle();
        assertThat(woke).hasValue(0);
        assertThat(world.monotonicNanos()).isZero();
    }

    @Test
    void advancingGoesFromTimerToTimer() {
        var times = new ArrayList<Long>();
        world.start("ticker", TaskKind.LIGHT, () -> {
            while (true) {
                world.sleep(Duration.ofSeconds(10));
                times.add(Duration.ofNanos(world.monotonicNanos()).toSeconds());
            }
        });
        world.after(Duration.ofSeconds(15), () -> times.add(-15L));
        world.advance(Duration.ofSeconds(30));
        assertThat(times).containsExactly(10L, -15L, 20L, 30L);
        assertThat(world.wallTime()).isEqualTo(BatonOptions.START.plusSeconds(30));
    }

    @Test
    void aDayOfHeartbeatsPassesQuickly() {
        var beats = new AtomicInteger();
        for (int node = 0; node < 10; node++) {
            world.child("node" + node).start("heartbeat", TaskKind.LIGHT, () -> {
                while (true) {
                    world.sleep(Duration.ofSeconds(10));
                    beats.incrementAndGet();
                }
            });
        }
        world.advance(Duration.ofDays(1));
        assertThat(beats).hasValue(86_400);
    }

    @Test
    void advancingUntilAConditionStopsThere() {
        var ticks = new AtomicInteger();
        world.start("ticker", TaskKind.LIGHT, () -> {
            while (true) {
                world.sleep(Duration.ofSeconds(10));
                ticks.incrementAndGet();
            }
        });
        assertThat(world.advanceUntil(HOUR, () -> ticks.get() == 3)).isTrue();
        assertThat(Duration.ofNanos(world.monotonicNanos())).isEqualTo(Duration.ofSeconds(30));
        assertThat(world.advanceUntil(HOUR, () -> ticks.get() == -1)).isFalse();
        assertThat(Duration.ofNanos(world.monotonicNanos())).isEqualTo(HOUR.plusSeconds(30));
    }

    @Test
    void runsFromTimerToTimerUntilAConditionHolds() {
        var ticks = new AtomicInteger();
        world.child("ticker").start("tick", TaskKind.LIGHT, () -> {
            while (true) {
                world.sleep(Duration.ofSeconds(10));
                ticks.incrementAndGet();
            }
        });
        assertThat(world.runUntil(HOUR, () -> ticks.get() == 3)).isTrue();
        assertThat(Duration.ofNanos(world.monotonicNanos())).isEqualTo(Duration.ofSeconds(30));
        assertThat(world.runUntil(HOUR, () -> ticks.get() == 3)).as("at once").isTrue();
        assertThat(world.runUntil(HOUR, () -> world.monotonicNanos() < 0)).isFalse();
        assertThat(Duration.ofNanos(world.monotonicNanos())).isEqualTo(HOUR.plusSeconds(30));
    }

    @Test
    void tellsWhoDrivesThatAConditionFailed() {
        assertThatThrownBy(() -> world.runUntil(HOUR, () -> {
                    throw new IllegalArgumentException("what now");
                }))
                .hasStackTraceContaining("what now");
    }

    @Test
    void aCallRunsInsideAndReturnsItsAnswerOrItsFailure() {
        assertThat(world.<String>call(() -> {
                    world.sleep(Duration.ofMinutes(1));
                    return "at " + world.wallTime();
                }))
                .isEqualTo("at 2026-01-01T00:01:00Z");
        assertThatThrownBy(() -> world.call(() -> {
                    throw new IllegalArgumentException("mine");
                }))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("mine");
    }

    @Test
    void aCallThatNeverEndsIsReported() {
        Promise<String> never = world.promise();
        assertThatThrownBy(() -> world.call(() -> never.await(Duration.ofSeconds(Long.MAX_VALUE))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("did not end within PT1H")
                .hasMessageContaining("waits for a promise");
    }

    @Test
    void waitingForeverForNobodyIsReported() {
        Promise<String> never = world.promise();
        assertThatThrownBy(() -> never.await(Duration.ofSeconds(Long.MAX_VALUE)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("nobody can run");
    }

    @Test
    void whatIsSubmittedRunsWhenSomebodyDrives() {
        var answer = world.submit("request", () -> 42);
        assertThat(answer).isNotDone();
        world.settle();
        assertThat(answer).isCompletedWithValue(42);
    }

    @Test
    void threadsFromOutsideTakeTurns() throws InterruptedException {
        BoundedQueue<Integer> queue = world.queue(1000);
        var sum = new AtomicInteger();
        world.start("adder", TaskKind.LIGHT, () -> {
            while (true) {
                sum.addAndGet(queue.take(HOUR).orElse(0));
            }
        });
        var threads = new ArrayList<Thread>();
        for (int thread = 0; thread < 4; thread++) {
            threads.add(Thread.ofPlatform().start(() -> {
                for (int call = 0; call < 100; call++) {
                    world.call(() -> queue.put(1, HOUR));
                }
            }));
        }
        for (var thread : threads) {
            thread.join();
        }
        world.settle();
        assertThat(sum).hasValue(400);
    }

    @Test
    void killingEndsTasksWhereTheyAreAndTheirFinallyBlocksCannotAct() {
        var process = world.child("victim");
        BoundedQueue<String> effects = world.queue(10);
        var seen = new ArrayList<String>();
        Task task = process.start("task", TaskKind.LIGHT, () -> {
            try {
                process.sleep(HOUR);
            } catch (RuntimeException _) {
                seen.add("caught");
            } finally {
                seen.add("unwinding");
                effects.offer("effect");
            }
        });
        process.after(HOUR, () -> effects.offer("timer"));
        var unstarted = process.child("part").start("unstarted", TaskKind.LIGHT, () -> {});
        world.freeze(process.children().getFirst());
        world.settle();
        world.kill(process);
        assertThat(seen).containsExactly("unwinding");
        assertThat(task.done()).isTrue();
        assertThat(unstarted.done()).isTrue();
        assertThat(world.children()).isEmpty();
        world.advance(HOUR);
        assertThat(effects.size()).isZero();
    }

    @Test
    void aTaskThatKillsItsOwnProcessGoesNoFurther() {
        var process = world.child("victim");
        var reached = new AtomicInteger();
        var task = process.start("suicide", TaskKind.LIGHT, () -> {
            try {
                world.kill(process);
                process.giveWay();
                reached.incrementAndGet();
            } catch (TaskKilled killed) {
                reached.addAndGet(10);
                throw killed;
            }
        });
        world.settle();
        assertThat(task.done()).isTrue();
        assertThat(reached).hasValue(10);
    }

    @Test
    void whoIsKilledLeavesItsTurnToTheNextTaker() {
        BoundedQueue<String> queue = world.queue(1);
        var process = world.child("victim");
        process.start("first", TaskKind.LIGHT, () -> queue.take(HOUR));
        var taken = new ArrayList<String>();
        world.start("second", TaskKind.LIGHT, () -> queue.take(HOUR).ifPresent(taken::add));
        world.settle();
        queue.offer("element");
        world.kill(process);
        world.settle();
        assertThat(taken).containsExactly("element");
    }

    @Test
    void aFrozenProcessStandsStillWhileTimeGoesOn() {
        var process = world.child("frozen");
        var seen = new ArrayList<Long>();
        process.start("sleeper", TaskKind.LIGHT, () -> {
            while (true) {
                process.sleep(Duration.ofSeconds(10));
                seen.add(Duration.ofNanos(process.monotonicNanos()).toSeconds());
            }
        });
        process.after(Duration.ofSeconds(20), () -> seen.add(-1L));
        world.advance(Duration.ofSeconds(15));
        world.freeze(process);
        world.advance(Duration.ofSeconds(100));
        assertThat(seen).containsExactly(10L);
        world.thaw(process);
        world.settle();
        assertThat(seen).containsExactly(10L, -1L, 115L);
        world.advance(Duration.ofSeconds(10));
        assertThat(seen).containsExactly(10L, -1L, 115L, 125L);
    }

    @Test
    void oneProcessesWallClockMayJump() {
        var process = world.child("skewed");
        var inside = process.child("part");
        world.shiftWallTime(process, Duration.ofMinutes(-3));
        assertThat(process.wallTime()).isEqualTo(BatonOptions.START.minusSeconds(180));
        assertThat(inside.wallTime()).isEqualTo(process.wallTime());
        assertThat(process.child("later").wallTime()).isEqualTo(process.wallTime());
        assertThat(world.wallTime()).isEqualTo(BatonOptions.START);
        assertThat(process.monotonicNanos()).isEqualTo(world.monotonicNanos());
    }

    @Test
    void anUncaughtErrorReachesWhoeverDrives() {
        world.start("broken", TaskKind.LIGHT, () -> {
            throw new IllegalArgumentException("on purpose");
        });
        assertThatThrownBy(world::settle)
                .hasMessageContaining("world/broken#1 ended by an uncaught error")
                .hasRootCauseMessage("on purpose");
        world.settle();
    }

    @Test
    void aTimersActionMustNotWait() {
        world.after(Duration.ZERO, () -> world.sleep(HOUR));
        assertThatThrownBy(world::settle).hasMessageContaining("must not wait");
    }

    @Test
    void aTaskDoesNotMoveTimeByItself() {
        world.start("meddler", TaskKind.LIGHT, () -> world.advance(HOUR));
        assertThatThrownBy(world::settle).hasMessageContaining("only a thread from outside moves time");
    }

    @Test
    void aWorldThatNeverRestsIsReportedAndCanStillBeClosed() {
        try (var restless = BatonEnv.create(BatonOptions.firstCome(1).withStepLimit(1000))) {
            restless.start("spinner", TaskKind.LIGHT, () -> {
                while (true) {
                    restless.giveWay();
                }
            });
            assertThatThrownBy(restless::settle)
                    .hasRootCauseMessage("no rest after 1000 steps at PT0S; the last were "
                            + List.of(
                                    "world/spinner#1",
                                    "world/spinner#1",
                                    "world/spinner#1",
                                    "world/spinner#1",
                                    "world/spinner#1",
                                    "world/spinner#1",
                                    "world/spinner#1",
                                    "world/spinner#1"));
        }
    }

    @Test
    void aTaskThatWaitsForSomethingElseIsNamed() {
        var options = BatonOptions.firstCome(1).withStuckAfter(Duration.ofMillis(50));
        var stuck = BatonEnv.create(options);
        var latch = new CountDownLatch(1);
        stuck.start("blocker", TaskKind.LIGHT, () -> {
            try {
                latch.await();
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
        });
        assertThatThrownBy(stuck::settle)
                .hasMessageContaining("world/blocker#1 has kept the baton")
                .hasMessageContaining("CountDownLatch.await");
        assertThatThrownBy(stuck::close).hasMessageContaining("stuck");
        latch.countDown();
    }

    @Test
    void aFailingChooserIsReportedNotWaitedFor() {
        var options = BatonOptions.firstCome(1).withChooser(_ -> {
            throw new IllegalStateException("no choice");
        });
        var indecisive = BatonEnv.create(options);
        indecisive.start("a", TaskKind.LIGHT, () -> {});
        indecisive.start("b", TaskKind.LIGHT, () -> {});
        assertThatThrownBy(indecisive::settle).hasRootCauseMessage("no choice");
        assertThatThrownBy(indecisive::close).hasRootCauseMessage("no choice");
    }

    @Test
    void startsAtTheInstantGiven() {
        var start = Instant.parse("2030-05-05T05:05:05Z");
        try (var later = BatonEnv.create(BatonOptions.firstCome(1).withStart(start))) {
            assertThat(later.wallTime()).isEqualTo(start);
        }
    }
}
