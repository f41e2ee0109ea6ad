package dev.setpoint.scheduler.queue;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.scheduler.cluster.PendingPod;
import dev.setpoint.scheduler.plugin.ClusterChange;
import dev.setpoint.scheduler.plugin.Filter;
import dev.setpoint.scheduler.plugin.Plugin;
import dev.setpoint.scheduler.queue.QueuedPod.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Which pod is next. Used by one task; times are monotonic nanoseconds of its `Env`.
///
/// After an attempt that found no node a pod pauses for a second, doubling to ten, before a change may bring it back. A
/// pod that fits into the very room that a change made does not pause: it is served at once, and it alone, while the
/// others that also hoped for that room come after their pause.
public final class SchedulingQueue {
    static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);
    static final Duration LONGEST_WAIT = Duration.ofMinutes(5);

    private final List<Filter> filters;
    private final Map<ObjectKey, QueuedPod> pods = new LinkedHashMap<>();
    private final TreeSet<QueuedPod> active = new TreeSet<>(QueuedPod.IMPORTANCE);
    private final TreeSet<QueuedPod> paused = new TreeSet<>(QueuedPod.END_OF_PAUSE);
    private final TreeSet<QueuedPod> waiting = new TreeSet<>(QueuedPod.AGE);
    private final TreeSet<QueuedPod> held = new TreeSet<>(QueuedPod.AGE);
    private long sequence;

    public SchedulingQueue(List<Filter> filters) {
        this.filters = filters;
    }

    public Optional<PendingPod> find(ObjectKey key) {
        return Optional.ofNullable(pods.get(key)).map(QueuedPod::pod);
    }

    public int size() {
        return pods.size();
    }

    /// A pod that was not known before, or is now another than before. Whatever it waited for, it is tried again.
    public void put(PendingPod pod, long now) {
        QueuedPod known = take(pod.pod().key());
        if (known != null && known.pod().pod().uid().equals(pod.pod().uid())) {
            QueuedPod updated = known.with(pod);
            switch (known.state()) {
                case TAKEN -> place(updated, State.TAKEN);
                case HELD, HELD_AWAKE -> place(updated, State.HELD_AWAKE);
                case ACTIVE, PAUSED, WAITING, GATED -> placeByPause(updated, now);
            }
            return;
        }
        placeByPause(new QueuedPod(pod, State.ACTIVE, 0, now, sequence++, Set.of(), now), now);
    }

    public void remove(ObjectKey key) {
        take(key);
    }

    /// The next pod to try. It stays known, but is not given out again until it failed or was put again.
    public Optional<QueuedPod> next(long now) {
        resumePaused(now);
        QueuedPod first = active.isEmpty() ? null : active.first();
        if (first == null) {
            return Optional.empty();
        }
        take(first.key());
        QueuedPod taken = first.tried();
        place(taken, State.TAKEN);
        return Optional.of(taken);
    }

    /// No node would do. Sleeps until one of the plugins that turned nodes down sees a helpful change.
    public void sleep(QueuedPod tried, Set<Plugin> rejectedBy, long now) {
        giveBack(tried, rejectedBy, State.WAITING, now);
    }

    /// It did not work out for a reason that may pass by itself. Tried again after a pause.
    public void retry(QueuedPod tried, long now) {
        giveBack(tried, Set.of(), State.PAUSED, now);
    }

    /// No node would do, but something is done about it: not tried before [#release], whatever happens.
    public void hold(QueuedPod tried, Set<Plugin> rejectedBy, long now) {
        giveBack(tried, rejectedBy, State.HELD, now);
    }

    /// What was done for it is done. It sleeps, unless something has happened that may help it.
    public void release(ObjectKey key) {
        QueuedPod known = pods.get(key);
        if (known != null && (known.state() == State.HELD || known.state() == State.HELD_AWAKE)) {
            take(key);
            place(known, known.state() == State.HELD ? State.WAITING : State.ACTIVE);
        }
    }

    /// What should have been done for it failed. Tried again after a pause.
    public void releaseToRetry(ObjectKey key) {
        QueuedPod known = pods.get(key);
        if (known != null && (known.state() == State.HELD || known.state() == State.HELD_AWAKE)) {
            take(key);
            place(known, State.PAUSED);
        }
    }

    /// A sleeper is tried again: what it relied on is no more.
    public void wake(ObjectKey key, long now) {
        QueuedPod known = pods.get(key);
        if (known != null && known.state() == State.WAITING) {
            take(key);
            placeByPause(known, now);
        }
    }

    private void giveBack(QueuedPod tried, Set<Plugin> rejectedBy, State state, long now) {
        QueuedPod known = pods.get(tried.key());
        if (known == null || known.state() != State.TAKEN || known.sequence() != tried.sequence()) {
            return; // Gone or put anew meanwhile: what was tried is not what there is.
        }
        take(tried.key());
        place(known.failed(rejectedBy, now, now + pause(known.attempts()).toNanos()), state);
    }

    private static Duration pause(int attempts) {
        Duration pause = FIRST_PAUSE;
        for (int i = 1; i < attempts && pause.compareTo(LONGEST_PAUSE) < 0; i++) {
            pause = pause.multipliedBy(2);
        }
        return pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
    }

    /// Wakes the pods that the change may help.
    ///
    /// @param fits whether a pod fits into the room that the change made, after those for which it said so before
    public void changed(ClusterChange change, Predicate<PendingPod> fits, long now) {
        List<QueuedPod> helped = new ArrayList<>();
        for (QueuedPod sleeper : waiting) {
            if (mayHelp(sleeper, change)) {
                helped.add(sleeper);
            }
        }
        for (QueuedPod other : List.copyOf(held)) {
            if (other.state() == State.HELD && mayHelp(other, change)) {
                take(other.key());
                place(other, State.HELD_AWAKE);
            }
        }
        helped.sort(QueuedPod.IMPORTANCE);
        for (QueuedPod sleeper : helped) {
            take(sleeper.key());
            if (fits.test(sleeper.pod())) {
                place(sleeper, State.ACTIVE);
            } else {
                placeByPause(sleeper, now);
            }
        }
    }

    private boolean mayHelp(QueuedPod sleeper, ClusterChange change) {
        for (Filter filter : filters) {
            if (sleeper.rejectedBy().contains(filter.plugin()) && filter.mayHelp(sleeper.pod(), change)) {
                return true;
            }
        }
        // Where there was no node at all nobody turned anything down.
        return sleeper.rejectedBy().isEmpty() && change instanceof ClusterChange.NodeAdded;
    }

    /// When there will be something to do though nothing changes.
    public OptionalLong nextTime() {
        long soonest = Long.MAX_VALUE;
        if (!paused.isEmpty()) {
            soonest = paused.first().pausedUntil();
        }
        if (!waiting.isEmpty()) {
            soonest = Math.min(soonest, waiting.first().since() + LONGEST_WAIT.toNanos());
        }
        return soonest == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(soonest);
    }

    private void resumePaused(long now) {
        while (!paused.isEmpty() && paused.first().pausedUntil() <= now) {
            place(takeFirst(paused), State.ACTIVE);
        }
        while (!waiting.isEmpty() && waiting.first().since() + LONGEST_WAIT.toNanos() <= now) {
            place(takeFirst(waiting), State.ACTIVE);
        }
    }

    private QueuedPod takeFirst(SortedSet<QueuedPod> set) {
        QueuedPod first = set.first();
        take(first.key());
        return first;
    }

    private void placeByPause(QueuedPod queued, long now) {
        if (!queued.pod().gates().isEmpty()) {
            place(queued, State.GATED);
        } else {
            place(queued, queued.pausedUntil() <= now ? State.ACTIVE : State.PAUSED);
        }
    }

    private void place(QueuedPod queued, State state) {
        QueuedPod placed = queued.in(state);
        pods.put(placed.key(), placed);
        switch (state) {
            case ACTIVE -> active.add(placed);
            case PAUSED -> paused.add(placed);
            case WAITING -> waiting.add(placed);
            case HELD, HELD_AWAKE -> held.add(placed);
            case GATED, TAKEN -> {}
        }
    }

    private @Nullable QueuedPod take(ObjectKey key) {
        QueuedPod known = pods.remove(key);
        if (known != null) {
            switch (known.state()) {
                case ACTIVE -> active.remove(known);
                case PAUSED -> paused.remove(known);
                case WAITING -> waiting.remove(known);
                case HELD, HELD_AWAKE -> held.remove(known);
                case GATED, TAKEN -> {}
            }
        }
        return known;
    }
}
