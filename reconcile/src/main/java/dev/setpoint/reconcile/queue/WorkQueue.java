package dev.setpoint.reconcile.queue;

import dev.setpoint.base.BoundedQueue;
import dev.setpoint.base.Env;
import dev.setpoint.base.Timer;
import dev.setpoint.base.metrics.Metrics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Keys that want work, each at most once.
///
///     add(a) add(a)         a waits once
///     take() -> a, add(a)   a runs; it will run again, but in no other worker meanwhile
///     done(a)               a waits again, behind whatever came before
///
/// Holds at most `capacity` keys, waiting, running, delayed or remembered for their failures; a key beyond
/// that is refused, and whoever adds decides what then. Nothing here blocks but [#take].
public final class WorkQueue<K> implements AutoCloseable {
    private static final Object READY = new Object();

    /// What is known of one key, as long as there is anything to know. Guarded by `lock`.
    private static final class Item<K> {
        final K key;
        boolean waiting;
        Priority priority = Priority.BACKGROUND;
        boolean running;
        boolean again;
        long sinceNanos;
        int failures;
        /// The number of the newest delayed add: a timer that was replaced does nothing when it fires all the
        /// same.
        long alarm;
        boolean delayed;
        long dueNanos;
        Priority delayedPriority = Priority.NORMAL;

        @Nullable
        Timer timer;

        Item(K key) {
            this.key = key;
        }

        boolean idle() {
            return !waiting && !running && !delayed && failures == 0;
        }
    }

    private final Object lock = new Object();
    private final Env env;
    private final int capacity;
    private final RetryDelay retryDelay;
    private final TokenBucket retries;
    private final QueueMetrics metrics;
    private final Map<K, Item<K>> items = new LinkedHashMap<>();
    private final Map<Priority, Set<Item<K>>> waiting = new LinkedHashMap<>();
    private final Set<Item<K>> running = new LinkedHashSet<>();
    private int depth;
    private long alarms;
    private volatile boolean closed;
    /// One element for each waiting key: what [#take] blocks on, since the order of keys is not first come.
    private final BoundedQueue<Object> ready;

    public WorkQueue(String name, Env env, int capacity, RetryDelay retryDelay, Metrics metrics) {
        this.env = env;
        this.capacity = capacity;
        this.retryDelay = retryDelay;
        this.retries = new TokenBucket(Duration.ofSeconds(1).dividedBy(retryDelay.perSecond()), retryDelay.burst());
        this.ready = env.queue(capacity);
        for (Priority priority : Priority.values()) {
            waiting.put(priority, new LinkedHashSet<>());
        }
        this.metrics = new QueueMetrics(metrics, name);
        QueueMetrics.gauges(metrics, name, this);
    }

    public boolean add(K key) {
        return add(key, Priority.NORMAL);
    }

    /// False when the queue is full or closed. A key that already waits moves up if this priority is higher.
    public boolean add(K key, Priority priority) {
        long now = env.monotonicNanos();
        boolean newlyReady;
        synchronized (lock) {
            Item<K> item = closed ? null : itemOf(key);
            if (item == null) {
                return refused();
            }
            metrics.adds.increment();
            newlyReady = want(item, priority, now);
        }
        announce(newlyReady);
        return true;
    }

    /// Adds the key after a delay, at [Priority#NORMAL]. Of several delays for one key the earliest counts.
    public boolean addAfter(K key, Duration delay) {
        return addAfter(key, delay, Priority.NORMAL);
    }

    public boolean addAfter(K key, Duration delay, Priority priority) {
        if (delay.isZero() || delay.isNegative()) {
            return add(key, priority);
        }
        long due = env.monotonicNanos() + delay.toNanos();
        long alarm;
        @Nullable Timer replaced;
        synchronized (lock) {
            Item<K> item = closed ? null : itemOf(key);
            if (item == null) {
                return refused();
            }
            if (item.delayed && item.dueNanos - due <= 0) {
                return true;
            }
            item.delayed = true;
            item.dueNanos = due;
            item.delayedPriority = priority;
            alarm = ++alarms;
            item.alarm = alarm;
            replaced = item.timer;
            item.timer = null;
        }
        if (replaced != null) {
            replaced.cancel();
        }
        Timer timer = env.after(delay, () -> ring(key, alarm));
        keep(key, alarm, timer);
        return true;
    }

    /// Adds the key after the delay that its failures and the overall budget ask for.
    ///
    /// @return that delay
    public Duration retry(K key) {
        return retry(key, Duration.ZERO);
    }

    /// Likewise, and not before the server wants to be asked again.
    ///
    /// @param pause what it said of that; never longer than a key's own failures would keep it away at most
    /// @return the delay
    public Duration retry(K key, Duration pause) {
        Duration budget = retries.reserve(env.monotonicNanos());
        Duration own;
        synchronized (lock) {
            Item<K> item = closed ? null : itemOf(key);
            if (item == null) {
                refused();
                return Duration.ZERO;
            }
            item.failures++;
            own = retryDelay.perKey().after(item.failures);
        }
        metrics.retries.increment();
        Duration delay =
                longer(longer(own, budget), shorter(pause, retryDelay.perKey().cap()));
        metrics.pauses.observeNanos(delay.toNanos());
        addAfter(key, delay);
        return delay;
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /// Success: the key's next failure is its first.
    public void forget(K key) {
        synchronized (lock) {
            Item<K> item = items.get(key);
            if (item != null) {
                item.failures = 0;
                dropIfIdle(item);
            }
        }
    }

    /// How often the key has failed since it was last forgotten.
    public int failures(K key) {
        synchronized (lock) {
            Item<K> item = items.get(key);
            return item == null ? 0 : item.failures;
        }
    }

    /// Waits for a key, which the caller then owns until [#done]. Empty when the deadline came first or when
    /// closed.
    public Optional<K> take(Duration deadline) {
        if (closed || ready.take(deadline).isEmpty()) {
            return Optional.empty();
        }
        long now = env.monotonicNanos();
        synchronized (lock) {
            return closed ? Optional.empty() : Optional.of(start(now));
        }
    }

    /// The caller's work on the key is over; if it was added meanwhile, it waits again.
    public void done(K key) {
        long now = env.monotonicNanos();
        boolean newlyReady = false;
        synchronized (lock) {
            Item<K> item = items.get(key);
            if (item == null || !item.running) {
                throw new IllegalStateException(key + ": done (expected: a key that was taken)");
            }
            metrics.worked.observeNanos(now - item.sinceNanos);
            item.running = false;
            running.remove(item);
            if (item.again && !closed) {
                item.again = false;
                newlyReady = want(item, item.priority, now);
            } else {
                dropIfIdle(item);
            }
        }
        announce(newlyReady);
    }

    /// How many keys wait.
    public int depth() {
        synchronized (lock) {
            return depth;
        }
    }

    public boolean closed() {
        return closed;
    }

    /// Takes in and gives out nothing more. Keys that wait are dropped: whoever begins again lists again.
    @Override
    public void close() {
        List<Timer> timers = new ArrayList<>();
        synchronized (lock) {
            closed = true;
            for (Item<K> item : items.values()) {
                if (item.timer != null) {
                    timers.add(item.timer);
                }
            }
        }
        timers.forEach(Timer::cancel);
        ready.close();
    }

    /// How long the keys have been running that are running now.
    record Running(long totalNanos, long longestNanos) {}

    Running running() {
        long now = env.monotonicNanos();
        synchronized (lock) {
            long total = 0;
            long longest = 0;
            for (Item<K> item : running) {
                total += now - item.sinceNanos;
                longest = Math.max(longest, now - item.sinceNanos);
            }
            return new Running(total, longest);
        }
    }

    private @Nullable Item<K> itemOf(K key) {
        Item<K> item = items.get(key);
        if (item == null && items.size() < capacity) {
            item = new Item<>(key);
            items.put(key, item);
        }
        return item;
    }

    private boolean refused() {
        metrics.refusals.increment();
        return false;
    }

    /// True when the key has begun to wait, which has to be announced.
    private boolean want(Item<K> item, Priority priority, long now) {
        if (item.running) {
            item.priority = item.again && item.priority.compareTo(priority) < 0 ? item.priority : priority;
            item.again = true;
            return false;
        }
        if (item.waiting) {
            if (priority.compareTo(item.priority) < 0) {
                line(item.priority).remove(item);
                item.priority = priority;
                line(priority).add(item);
            }
            return false;
        }
        item.waiting = true;
        item.priority = priority;
        item.sinceNanos = now;
        line(priority).add(item);
        depth++;
        return true;
    }

    private K start(long now) {
        for (Set<Item<K>> line : waiting.values()) {
            if (!line.isEmpty()) {
                Item<K> item = line.iterator().next();
                line.remove(item);
                depth--;
                metrics.waited.observeNanos(now - item.sinceNanos);
                item.waiting = false;
                item.running = true;
                item.sinceNanos = now;
                running.add(item);
                return item.key;
            }
        }
        throw new IllegalStateException("a key was announced but none waits");
    }

    private Set<Item<K>> line(Priority priority) {
        Set<Item<K>> line = waiting.get(priority);
        if (line == null) {
            throw new IllegalStateException("no line for " + priority);
        }
        return line;
    }

    private void announce(boolean newlyReady) {
        if (newlyReady && !ready.offer(READY) && !closed) {
            throw new IllegalStateException("more keys wait than the queue holds: " + capacity);
        }
    }

    private void dropIfIdle(Item<K> item) {
        if (item.idle()) {
            items.remove(item.key);
        }
    }

    /// Remembers the timer of a delayed add so that an earlier one can replace it. Not done in one step with
    /// its making because no lock is held across a call to `Env`.
    private void keep(K key, long alarm, Timer timer) {
        synchronized (lock) {
            Item<K> item = items.get(key);
            if (item != null && item.delayed && item.alarm == alarm && !closed) {
                item.timer = timer;
                return;
            }
        }
        timer.cancel();
    }

    private void ring(K key, long alarm) {
        long now = env.monotonicNanos();
        boolean newlyReady;
        synchronized (lock) {
            Item<K> item = items.get(key);
            if (closed || item == null || !item.delayed || item.alarm != alarm) {
                return;
            }
            item.delayed = false;
            item.timer = null;
            metrics.adds.increment();
            newlyReady = want(item, item.delayedPriority, now);
        }
        announce(newlyReady);
    }
}
