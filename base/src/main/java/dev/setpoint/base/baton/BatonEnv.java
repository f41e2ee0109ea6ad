package dev.setpoint.base.baton;

import dev.setpoint.base.BoundedQueue;
import dev.setpoint.base.Env;
import dev.setpoint.base.Promise;
import dev.setpoint.base.Task;
import dev.setpoint.base.TaskKind;
import dev.setpoint.base.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// A process in a world whose tasks take turns and whose time is virtual; the root is the world itself.
///
///     try (var world = BatonEnv.create(BatonOptions.random(seed))) {
///         var process = world.child("controller");
///         process.start("loop", TaskKind.LIGHT, () -> ...);
///         world.advance(Duration.ofHours(1));    // every task comes to rest between one timer and the next
///         world.kill(process);
///     }
///
/// The baton changes hands at [#sleep], [#giveWay], [BoundedQueue#put], [BoundedQueue#take], [Promise#await]
/// and [Task#join], whether they have to wait or not; what never waits keeps it.
///
/// A thread from outside may use everything. What never waits simply happens while the world stands still;
/// the tasks that it made ready run when somebody drives the world: with [#settle], [#advance] or [#call], or
/// by waiting in one of the primitives, whose deadline is then how far time may move. Threads from outside
/// take turns.
///
/// A task's uncaught error is thrown, once, to whoever drives the world next, when it has come to rest.
public final class BatonEnv implements Env {
    private static final Duration CALL_LIMIT = Duration.ofHours(1);

    private final Baton baton;
    private final BatonProcess process;
    private final long seed;
    private final Random random;
    private int childrenEver;

    /// A world in which who comes first is served first.
    public static BatonEnv create(long seed) {
        return create(BatonOptions.firstCome(seed));
    }

    public static BatonEnv create(BatonOptions options) {
        var baton = new Baton(options);
        return new BatonEnv(baton, baton.root, options.seed());
    }

    private BatonEnv(Baton baton, BatonProcess process, long seed) {
        this.baton = baton;
        this.process = process;
        this.seed = seed;
        this.random = new Random(new SplittableRandom(seed).nextLong());
    }

    // ---- the world, as a task sees it --------------------------------------------------------------------------

    @Override
    public Instant wallTime() {
        return baton.access(
                () -> baton.options.start().plusNanos(baton.schedule.now()).plus(process.wallShift));
    }

    @Override
    public long monotonicNanos() {
        return baton.access(baton.schedule::now);
    }

    @Override
    public void sleep(Duration duration) {
        baton.access(() -> baton.sleepUntil(baton.schedule.due(duration)));
    }

    @Override
    public void giveWay() {
        baton.access(baton::giveWay);
    }

    @Override
    public <T> BoundedQueue<T> queue(int capacity) {
        return new BatonQueue<>(baton, capacity);
    }

    @Override
    public <T> Promise<T> promise() {
        return new BatonPromise<>(baton);
    }

    @Override
    public Task start(String name, TaskKind kind, Runnable body) {
        return baton.access(() -> {
            refuseWhenClosing();
            var task = new BatonTask(baton, process, name, baton.schedule.nextNumber(), body);
            process.tasks.add(task);
            baton.schedule.makeReady(task);
            return task;
        });
    }

    @Override
    public Timer after(Duration delay, Runnable action) {
        return baton.access(() -> {
            refuseWhenClosing();
            var alarm = Alarm.runs(action, baton, process, baton.schedule.due(delay), baton.schedule.nextNumber());
            baton.schedule.add(alarm);
            return alarm;
        });
    }

    @Override
    public RandomGenerator random() {
        return random;
    }

    /// A child draws from a random sequence that depends on the world's seed, its name and its place among
    /// its siblings only: what one process draws does not disturb another.
    @Override
    public BatonEnv child(String name) {
        return baton.access(() -> {
            refuseWhenClosing();
            childrenEver++;
            long childSeed = new SplittableRandom(seed ^ ((long) name.hashCode() << 32) ^ childrenEver).nextLong();
            var path = process.parent == null ? name : process.path + "/" + name;
            var child = new BatonEnv(baton, new BatonProcess(process, path), childSeed);
            process.children.add(child);
            return child;
        });
    }

    private void refuseWhenClosing() {
        if (process.closing || process.killed) {
            throw new CancellationException(process.path + " is closed");
        }
    }

    /// Cancelled tasks end without time moving; frozen ones are thawed for it.
    @Override
    public void close() {
        baton.access(this::closeTree);
        if (process == baton.root) {
            baton.access(baton::raiseUncaught);
        }
    }

    private void closeTree() {
        process.closing = true;
        List.copyOf(process.children).reversed().forEach(BatonEnv::closeTree);
        baton.close(process);
        leaveParent();
    }

    private void leaveParent() {
        if (process.parent != null) {
            process.parent.children.remove(this);
        }
    }

    // ---- the world, as somebody outside drives it ---------------------------------------------------------------

    /// Lets every task come to rest. Time does not move.
    public void settle() {
        baton.access(() -> baton.drive(baton.schedule.now()));
    }

    /// Moves time by this much, from timer to timer; in between every task comes to rest.
    public void advance(Duration duration) {
        baton.access(() -> baton.drive(baton.schedule.due(duration)));
    }

    /// How long nothing will happen if nobody causes it: until the next timer rings. [Duration#ZERO] when somebody
    /// can run now.
    public Duration untilNextTimer() {
        return baton.access(() -> {
            long next = baton.schedule.nextMoment();
            return next == Long.MAX_VALUE
                    ? Duration.ofNanos(Long.MAX_VALUE)
                    : Duration.ofNanos(next - baton.schedule.now());
        });
    }

    /// Moves time from timer to timer until the condition holds while the world is at rest.
    ///
    /// @return false when the limit passed first
    public boolean advanceUntil(Duration limit, BooleanSupplier condition) {
        return baton.access(() -> {
            long end = baton.schedule.due(limit);
            baton.drive(baton.schedule.now());
            while (!condition.getAsBoolean()) {
                if (baton.schedule.now() >= end) {
                    return false;
                }
                baton.drive(Math.min(end, baton.schedule.nextAlarm()));
            }
            return true;
        });
    }

    /// As [#advanceUntil], but the condition is asked inside the world, which spares a change of threads at each
    /// moment: it looks, and must neither wait nor fail.
    ///
    /// @return false when the limit passed first
    public boolean runUntil(Duration limit, BooleanSupplier condition) {
        return baton.access(() -> baton.driveTo(condition, baton.schedule.due(limit)));
    }

    /// Runs this in a task of the world and returns what it returns, or throws what it throws. Time moves if
    /// it must, but at most an hour.
    public <T> T call(Supplier<T> body) {
        return baton.access(() -> {
            baton.failIfBroken();
            var answer = new CompletableFuture<T>();
            var task = start("call", TaskKind.LIGHT, () -> complete(answer, body));
            if (!task.join(CALL_LIMIT)) {
                var tasks = baton.root.describe();
                task.cancel();
                throw new IllegalStateException("a call did not end within " + CALL_LIMIT + "; " + tasks);
            }
            try {
                return answer.join();
            } catch (CompletionException failure) {
                switch (failure.getCause()) {
                    case RuntimeException cause -> throw cause;
                    case Error cause -> throw cause;
                    case null, default -> throw failure;
                }
            }
        });
    }

    /// As [#call], but returns at once: the task runs when the world is driven, by whomever. For threads that
    /// may wait in real time for what others cause, like those of an HTTP server.
    public <T> CompletableFuture<T> submit(String name, Supplier<T> body) {
        var answer = new CompletableFuture<T>();
        start(name, TaskKind.LIGHT, () -> complete(answer, body));
        return answer;
    }

    private static <T> void complete(CompletableFuture<T> answer, Supplier<T> body) {
        try {
            answer.complete(body.get());
        } catch (Throwable failure) {
            answer.completeExceptionally(failure);
        }
    }

    /// Ends a process as a power cut would: its tasks meet [dev.setpoint.base.TaskKilled] where they are, its
    /// timers never ring. When this returns their threads have unwound. A new child may take the name.
    public void kill(Env victim) {
        baton.access(() -> {
            var killed = own(victim);
            killed.leaveParent();
            baton.kill(killed.process.tree());
        });
    }

    /// A process stands still though time goes on: what becomes ready in it waits for [#thaw].
    public void freeze(Env frozen) {
        baton.access(() -> own(frozen).process.tree().forEach(baton.schedule::freeze));
    }

    public void thaw(Env frozen) {
        baton.access(() -> own(frozen).process.tree().forEach(baton.schedule::thaw));
    }

    /// Sets a process's wall clock forward or back, and those of all within it. Monotonic time knows nothing
    /// of it.
    public void shiftWallTime(Env shifted, Duration by) {
        baton.access(() ->
                ((BatonEnv) shifted).process.tree().forEach(member -> member.wallShift = member.wallShift.plus(by)));
    }

    private BatonEnv own(Env env) {
        if (env instanceof BatonEnv member && member.baton == baton && member.process.parent != null) {
            return member;
        }
        throw new IllegalArgumentException(env + " (expected: a process within this world)");
    }

    /// The processes within this one that have neither been killed nor closed, in the order of their making.
    public List<BatonEnv> children() {
        return baton.access(() -> List.copyOf(process.children));
    }

    /// The names from below the world down to this process.
    public String path() {
        return process.path;
    }

    BatonProcess process() {
        return process;
    }

    @Override
    public String toString() {
        return process.path;
    }
}
