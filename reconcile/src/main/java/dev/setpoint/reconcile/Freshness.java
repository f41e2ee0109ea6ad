package dev.setpoint.reconcile;

import dev.setpoint.base.Env;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Client;
import dev.setpoint.client.ListOptions;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.ObjectList;
import dev.setpoint.machinery.api.GroupResource;
import dev.setpoint.reconcile.cache.ObjectCache;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/// Keeps the keys of one controller away from caches that do not yet show what they wrote.
///
/// A key that has run is *held* until every cache that it wrote to has caught up, at most for a bounded time;
/// what is then still missing is read live in the key's next run, and once the cache has caught up after all
/// the key is woken, because it knew things that the cache may have skipped. What is remembered is only a
/// wait: losing it in a crash does no harm, since whoever begins anew begins with a consistent list.
///
///     run(a) creates a pod at revision 41; the pods' cache is at 40     a is held
///     the cache reaches 41 and shows the pod                           a is released: it may run again
///     the cache was listed anew at 44, and the pod is gone again       a is released and woken: nobody else will
///     or: five seconds pass                                            a is released: its next run lists pods
final class Freshness<K> {
    /// How many keys may have something left over for their next run. Beyond that the oldest is forgotten,
    /// which costs it a look at a cache that may lag.
    private static final int REMEMBERED = 10_000;

    private final Env env;
    private final Client client;
    private final Function<GroupResource, List<ObjectCache>> caches;
    private final Duration patience;
    private final Consumer<K> release;
    private final Consumer<K> wake;
    /// Guards everything below; never held across a call to `Env`.
    private final Object lock = new Object();

    /// The keys that are held, in the order in which their patience ends.
    private final Map<K, Held> held = new LinkedHashMap<>();
    /// Writes whose outcome a read has to tell before the key's next run.
    private final Map<K, List<Wait.Read>> inDoubt = new LeftOver<>();
    /// What a key waited for in vain, or saw when it read live.
    private final Map<K, List<Wait>> overdue = new LeftOver<>();

    private boolean timing;

    /// @param pending what is still awaited; shrinks from the end, since what was met once stays met
    /// @param created what the key expects to find when all is met
    private record Held(List<Wait> pending, List<Wait.Created> created, long untilNanos) {}

    private static final class LeftOver<K, V> extends LinkedHashMap<K, V> {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > REMEMBERED;
        }
    }

    /// @param release called for each key that was held, once
    /// @param wake called for a key that has to look again; neither may block
    Freshness(
            Env env,
            Client client,
            Function<GroupResource, List<ObjectCache>> caches,
            Duration patience,
            Consumer<K> release,
            Consumer<K> wake) {
        this.env = env;
        this.client = client;
        this.caches = caches;
        this.patience = patience;
        this.release = release;
        this.wake = wake;
    }

    /// Holds a key until the waits are met. False when there is nothing to wait for now; a read that some of
    /// them still need is left to [#readWhatIsInDoubt].
    boolean hold(K key, List<Wait> waits) {
        if (waits.isEmpty()) {
            return false;
        }
        List<Wait.Created> created = new ArrayList<>(0);
        for (Wait wait : waits) {
            if (wait instanceof Wait.Created creation) {
                created.add(creation);
            }
        }
        Held entry = new Held(unmet(waits), created, env.monotonicNanos() + patience.toNanos());
        // Asked once: as soon as the key is held, whoever sees the cache move empties the list and releases it.
        boolean holds = !entry.pending.isEmpty();
        boolean startTimer;
        synchronized (lock) {
            for (Wait wait : waits) {
                if (wait instanceof Wait.Read read) {
                    inDoubt.computeIfAbsent(key, _ -> new ArrayList<>()).add(read);
                }
            }
            if (holds) {
                held.put(key, entry);
            }
            startTimer = !timing && !held.isEmpty();
            timing |= startTimer;
        }
        if (startTimer) {
            env.after(patience, this::expire);
        }
        if (!holds) {
            if (missed(created)) {
                wake.accept(key);
            }
            return false;
        }
        progress(); // The cache may have moved between the look and the hold.
        return true;
    }

    /// Makes the reads that the key's last run left open, and says what of them the caches do not show yet.
    ///
    /// @throws dev.setpoint.machinery.api.ApiException when reading fails; the next call tries again
    List<Wait> readWhatIsInDoubt(K key) {
        List<Wait.Read> reads;
        synchronized (lock) {
            reads = inDoubt.getOrDefault(key, List.of());
        }
        List<Wait> toPass = new ArrayList<>();
        for (Wait.Read read : reads) {
            toPass.addAll(passed(read));
        }
        synchronized (lock) {
            inDoubt.remove(key);
        }
        return unmet(toPass);
    }

    /// What the key waited for in vain and the caches still lack: these kinds it must read live.
    List<Wait> stillBehind(K key) {
        List<Wait> waits;
        synchronized (lock) {
            waits = overdue.remove(key);
        }
        return waits == null ? List.of() : unmet(waits);
    }

    /// The key has run on what it read live: it is woken when the caches have come as far.
    ///
    /// @param seen what it had waited for, and the newest of what it read
    void ranLive(K key, List<Wait> seen) {
        synchronized (lock) {
            overdue.put(key, seen);
        }
        progress();
    }

    /// Releases and wakes whom the caches have caught up with. Called after a cache has moved.
    void progress() {
        List<K> released = new ArrayList<>();
        List<K> woken = new ArrayList<>();
        synchronized (lock) {
            held.forEach((key, entry) -> {
                while (!entry.pending.isEmpty() && met(entry.pending.getLast())) {
                    entry.pending.removeLast();
                }
                if (entry.pending.isEmpty()) {
                    released.add(key);
                    if (missed(entry.created)) {
                        woken.add(key);
                    }
                }
            });
            released.forEach(held::remove);
            overdue.forEach((key, waits) -> {
                if (unmet(waits).isEmpty()) {
                    woken.add(key);
                }
            });
            woken.forEach(overdue::remove);
        }
        woken.forEach(wake);
        released.forEach(release);
    }

    /// One timer for all: patience is the same for everybody, so it ends in the order in which keys were
    /// held.
    private void expire() {
        long now = env.monotonicNanos();
        List<K> tired = new ArrayList<>();
        long next = 0;
        synchronized (lock) {
            for (Map.Entry<K, Held> entry : held.entrySet()) {
                if (entry.getValue().untilNanos - now > 0) {
                    next = entry.getValue().untilNanos - now;
                    break;
                }
                tired.add(entry.getKey());
                overdue.put(entry.getKey(), entry.getValue().pending);
            }
            tired.forEach(held::remove);
            timing = !held.isEmpty();
        }
        if (next > 0) {
            env.after(Duration.ofNanos(next), this::expire);
        }
        tired.forEach(release);
    }

    // Plain loops: these are asked for every key that is held, each time that any cache moves.

    private List<Wait> unmet(List<Wait> waits) {
        List<Wait> unmet = new ArrayList<>(waits.size());
        for (Wait wait : waits) {
            if (!met(wait)) {
                unmet.add(wait);
            }
        }
        return unmet;
    }

    private boolean met(Wait wait) {
        for (ObjectCache cache : caches.apply(wait.resource())) {
            if (!wait.met(cache)) {
                return false;
            }
        }
        return true;
    }

    private boolean missed(List<Wait.Created> created) {
        for (Wait.Created creation : created) {
            for (ObjectCache cache : caches.apply(creation.resource())) {
                if (creation.missedBy(cache)) {
                    return true;
                }
            }
        }
        return false;
    }

    /// A consistent read, as waits: the cache has passed it when it has come to the newest object of the
    /// collection and shows none that the read did not.
    private List<Wait> passed(Wait.Read read) {
        List<ObjectCache> known = caches.apply(read.resource());
        if (known.isEmpty()) {
            return List.of();
        }
        ObjectList list = client.list(read.collection(), ListOptions.ALL);
        long newest = 0;
        Map<ObjectKey, Stored> present = new LinkedHashMap<>();
        for (Stored object : list.items()) {
            newest = Math.max(newest, object.revision());
            present.put(ObjectKey.of(object.key()), object);
        }
        List<Wait> waits = new ArrayList<>();
        waits.add(new Wait.Reached(read.resource(), newest));
        for (ObjectCache cache : known) {
            for (Stored cached : cache.inNamespace(read.collection().namespace())) {
                Stored there = present.get(ObjectKey.of(cached.key()));
                boolean gone = there == null
                        || !there.header().uid().equals(cached.header().uid());
                if (gone && cached.revision() <= list.revision()) {
                    waits.add(new Wait.Gone(
                            read.resource(),
                            ObjectKey.of(cached.key()),
                            cached.header().uid()));
                }
            }
        }
        return waits;
    }
}
