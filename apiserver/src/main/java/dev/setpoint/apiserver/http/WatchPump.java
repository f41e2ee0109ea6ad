package dev.setpoint.apiserver.http;

import dev.setpoint.base.BoundedQueue;
import dev.setpoint.base.Env;
import dev.setpoint.base.Task;
import dev.setpoint.base.TaskKind;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/// Writes the events of all watches that need no thread of their own.
///
/// A change that hundreds of watchers see wakes one thread here, which writes to one after the other. With a thread
/// for each of them, waking and parking it would cost about as much as the write. Nothing here waits for a client: a
/// write that cannot be finished at once is finished by Jetty, and the watch comes back into the queue.
final class WatchPump implements AutoCloseable {
    /// How long it may take to notice that time has passed: that the server ends, that a watch has lasted as long as
    /// it may, that a bookmark is due, that a client takes nothing.
    private static final Duration PULSE = Duration.ofSeconds(1);

    /// Those beyond have a thread each.
    private static final int MOST_WATCHES = 65_536;

    private static final int TURNS = 64;
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Env env;
    private final EventBytes bytes = new EventBytes();
    private final BoundedQueue<PushedWatch> ready;
    private final AtomicInteger count = new AtomicInteger();
    private final Set<PushedWatch> open = ConcurrentHashMap.newKeySet();
    private final List<Task> tasks;

    private WatchPump(Env env, int threads) {
        this.env = env;
        this.ready = env.queue(MOST_WATCHES); // A watch lies there once at most.
        this.tasks = IntStream.range(0, threads)
                .mapToObj(number -> env.start("watch-pump-" + number, TaskKind.DEDICATED, () -> run(number == 0)))
                .toList();
    }

    /// @param threads that write
    static WatchPump start(Env env, int threads) {
        return new WatchPump(env, threads);
    }

    EventBytes bytes() {
        return bytes;
    }

    /// Whether one more may be added.
    boolean hasRoom() {
        return count.get() < MOST_WATCHES / 2; // Several may have asked before one is added.
    }

    /// From now on the watch gets its turns.
    void add(PushedWatch watch) {
        count.incrementAndGet();
        open.add(watch);
        watch.ready();
    }

    void remove(PushedWatch watch) {
        if (open.remove(watch)) {
            count.decrementAndGet();
        }
    }

    void enqueue(PushedWatch watch) {
        ready.offer(watch);
    }

    /// What is open then is left to whoever closes the connections.
    @Override
    public void close() {
        ready.close();
        tasks.forEach(task -> task.join(PATIENCE));
    }

    private void run(boolean keepsTime) {
        long pulse = env.monotonicNanos() + PULSE.toNanos();
        while (!ready.closed()) {
            long left = Math.max(0, pulse - env.monotonicNanos());
            ready.takeBatch(TURNS, Duration.ofNanos(left)).forEach(PushedWatch::turns);
            if (env.monotonicNanos() - pulse >= 0) {
                pulse = env.monotonicNanos() + PULSE.toNanos();
                if (keepsTime) {
                    open.forEach(PushedWatch::ready);
                }
            }
        }
    }
}
