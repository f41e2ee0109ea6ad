package dev.setpoint.junit;

import dev.setpoint.base.BoundedQueue;
import dev.setpoint.base.Env;
import dev.setpoint.base.Promise;
import dev.setpoint.base.Task;
import dev.setpoint.base.TaskKind;
import dev.setpoint.base.baton.BatonEnv;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Keeps a world going: lets its time follow the real one, and brings calls from threads of the real world into it.
final class Drive implements AutoCloseable {
    /// Nothing is expected for longer; it is looked at anyway.
    private static final Duration IDLE = Duration.ofSeconds(1);
    /// So much time passes before others may come in between.
    private static final Duration SLICE = Duration.ofMinutes(1);

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Env real;
    private final BatonEnv world;
    private final BoundedQueue<Boolean> nudges;
    private volatile boolean stopped;
    private volatile @Nullable Task task;

    /// @param real where the driver lives, and whoever calls
    Drive(Env real, BatonEnv world) {
        this.real = real;
        this.world = world;
        this.nudges = real.queue(1);
    }

    BatonEnv world() {
        return world;
    }

    void start() {
        task = real.start("drive", TaskKind.LIGHT, this::run);
    }

    private void run() {
        long before = real.monotonicNanos();
        while (!nudges.closed()) {
            Duration quiet = stopped ? IDLE : world.untilNextTimer();
            Optional<Boolean> nudged = nudges.take(quiet.compareTo(IDLE) < 0 ? quiet : IDLE);
            long now = real.monotonicNanos();
            if (!stopped) {
                world.advance(Duration.ofNanos(now - before));
            } else if (nudged.isPresent()) {
                world.settle();
            }
            before = now;
        }
    }

    /// Somebody in the world can run. That one nudge lies there already is enough.
    @SuppressWarnings("CheckReturnValue") // Refused means that one is there.
    void nudge() {
        nudges.offer(true);
    }

    void stop() {
        stopped = true;
    }

    void resume() {
        stopped = false;
        nudge();
    }

    void advance(Duration duration) {
        Duration left = duration;
        while (left.isPositive()) {
            Duration slice = left.compareTo(SLICE) < 0 ? left : SLICE;
            world.advance(slice);
            left = left.minus(slice);
        }
    }

    boolean advanceUntil(Duration limit, BooleanSupplier condition) {
        long end = world.monotonicNanos() + limit.toNanos();
        world.settle();
        while (!condition.getAsBoolean()) {
            long left = end - world.monotonicNanos();
            if (left <= 0) {
                return false;
            }
            Duration next = world.untilNextTimer();
            world.advance(next.compareTo(Duration.ofNanos(left)) < 0 ? next : Duration.ofNanos(left));
        }
        return true;
    }

    /// Runs something in the world, and waits for it in real time.
    <T> T call(String name, Supplier<T> body) {
        Promise<T> promise = real.promise();
        CompletableFuture<T> answer = world.submit(name, body);
        var _ = answer.whenComplete((value, failure) -> {
            switch (failure) {
                case null -> promise.complete(value);
                case CompletionException wrapped
                when wrapped.getCause() instanceof RuntimeException cause -> promise.fail(cause);
                case RuntimeException cause -> promise.fail(cause);
                default -> promise.fail(new IllegalStateException(name + " ended by an error", failure));
            }
        });
        nudge();
        return promise.await(PATIENCE)
                .orElseThrow(() -> new IllegalStateException(name + " did not end within " + PATIENCE));
    }

    /// Nobody drives the world any more.
    @Override
    public void close() {
        nudges.close();
        Task driver = task;
        if (driver != null && !driver.join(PATIENCE)) {
            throw new IllegalStateException("the cluster did not come to rest within " + PATIENCE);
        }
    }
}
