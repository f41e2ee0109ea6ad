package dev.setpoint.base.real;

import dev.setpoint.base.BoundedQueue;
import dev.setpoint.base.Env;
import dev.setpoint.base.Promise;
import dev.setpoint.base.Task;
import dev.setpoint.base.TaskKind;
import dev.setpoint.base.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The world as it is. Threads are daemons: whoever wants the process to live waits for something.
public final class RealEnv implements Env {
    private static final Logger log = LoggerFactory.getLogger(RealEnv.class);
    private static final Duration CLOSE_COMPLAINS_AFTER = Duration.ofSeconds(5);
    private static final Duration CLOSE_GIVES_UP_AFTER = Duration.ofMinutes(1);

    private final String name;
    private final @Nullable RealEnv parent;
    private final ScheduledThreadPoolExecutor timers;
    private final Waits waits;
    private final Random random;

    // Guarded by `this`, which is never held while anything waits.
    private final Set<RealTask> tasks = new LinkedHashSet<>();
    private final Set<RealTimer> pending = new LinkedHashSet<>();
    private final Set<RealEnv> children = new LinkedHashSet<>();
    private boolean closing;

    /// @param name the first part of every thread's name
    public static RealEnv create(String name) {
        return create(name, new Random().nextLong());
    }

    /// With a random generator that begins at `seed`.
    public static RealEnv create(String name, long seed) {
        var timers = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().name(name + "/timers").daemon().factory());
        timers.setRemoveOnCancelPolicy(true);
        return new RealEnv(name, null, timers, seed);
    }

    private RealEnv(String name, @Nullable RealEnv parent, ScheduledThreadPoolExecutor timers, long seed) {
        this.name = name;
        this.parent = parent;
        this.timers = timers;
        this.waits = new Waits(timers);
        this.random = new Random(seed);
    }

    @Override
    public Instant wallTime() {
        return Instant.now();
    }

    @Override
    public long monotonicNanos() {
        return System.nanoTime();
    }

    @Override
    public void sleep(Duration duration) {
        RealTask.checkCancelled();
        try {
            Thread.sleep(duration);
        } catch (InterruptedException _) {
            throw RealTask.interrupted();
        }
    }

    @Override
    public void giveWay() {
        RealTask.checkCancelled();
    }

    @Override
    public <T> BoundedQueue<T> queue(int capacity) {
        return new RealQueue<>(waits, capacity);
    }

    @Override
    public <T> Promise<T> promise() {
        return new RealPromise<>(waits);
    }

    @Override
    public Task start(String taskName, TaskKind kind, Runnable body) {
        var builder = switch (kind) {
            case LIGHT -> Thread.ofVirtual();
            case DEDICATED -> Thread.ofPlatform().daemon();
        };
        var task = new RealTask(name + "/" + taskName, body, this::ended, builder);
        synchronized (this) {
            refuseWhenClosing();
            tasks.add(task);
        }
        task.begin();
        return task;
    }

    @Override
    public Timer after(Duration delay, Runnable action) {
        var timer = new RealTimer(this, action);
        synchronized (this) {
            refuseWhenClosing();
            pending.add(timer);
        }
        timer.schedule(timers, TimeUnit.NANOSECONDS.convert(delay));
        return timer;
    }

    @Override
    public RandomGenerator random() {
        return random;
    }

    @Override
    public synchronized Env child(String childName) {
        refuseWhenClosing();
        var child = new RealEnv(name + "/" + childName, this, timers, random.nextLong());
        children.add(child);
        return child;
    }

    /// A task that closes its own `Env` is cancelled like the others but not waited for.
    ///
    /// @throws IllegalStateException when a task did not end although it was cancelled long ago
    @Override
    public void close() {
        List<RealEnv> closingChildren;
        synchronized (this) {
            closing = true;
            closingChildren = new ArrayList<>(children);
        }
        closingChildren.reversed().forEach(RealEnv::close);
        List<RealTask> closingTasks;
        List<RealTimer> closingTimers;
        synchronized (this) {
            closingTasks = new ArrayList<>(tasks);
            closingTimers = new ArrayList<>(pending);
        }
        closingTimers.forEach(RealTimer::cancel);
        closingTasks.forEach(RealTask::cancel);
        closingTasks.forEach(this::awaitEnd);
        if (parent == null) {
            timers.shutdownNow();
        } else {
            parent.forget(this);
        }
    }

    private void awaitEnd(RealTask task) {
        if (task.isCurrent()) {
            return;
        }
        long begin = System.nanoTime();
        while (!task.awaitEndThoughCancelled(CLOSE_COMPLAINS_AFTER)) {
            var waited = Duration.ofNanos(System.nanoTime() - begin);
            if (waited.compareTo(CLOSE_GIVES_UP_AFTER) > 0) {
                throw new IllegalStateException(
                        "task " + task.name() + " did not end within " + waited + " of its cancellation");
            }
            log.warn("task {} was cancelled {} ago and still runs: {}", task.name(), waited, task.whereItIs());
        }
    }

    private void refuseWhenClosing() {
        if (closing) {
            throw new CancellationException(name + " is closed");
        }
    }

    private synchronized void ended(RealTask task) {
        tasks.remove(task);
    }

    synchronized void ended(RealTimer timer) {
        pending.remove(timer);
    }

    private synchronized void forget(RealEnv child) {
        children.remove(child);
    }

    @Override
    public String toString() {
        return name;
    }
}
