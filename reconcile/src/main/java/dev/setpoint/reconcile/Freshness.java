package dev.setpoint.reconcile;

import dev.setpoint.base.Env;
import dev.setpoint.base.Timer;
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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Keeps the keys of one controller away from caches that do not yet show what they wrote.
///
/// A key that has run is *held* until every cache that it wrote to has caught up, at most for a bounded time; what is
/// then still missing is read live in the key's next run. What is remembered is only a wait: losing it in a crash does
/// no harm, since whoever begins anew begins with a consistent list.
///
///     run(a) creates a pod at revision 41; the pods' cache is at 40     a is held
///     the cache reaches 41                                             a is released: it may run again
///     or: five seconds pass                                            a is released: its next run lists pods
final class Freshness {
    private final Env env;
    private final Client client;
    private final Function<GroupResource, List<ObjectCache>> caches;
    private final Duration patience;
    private final Consumer<ObjectKey> release;
    /// Guarded by itself: the keys that are held, in order, and what for.
    private final Map<ObjectKey, Held> held = new LinkedHashMap<>();
    /// Guarded by `held`: writes whose outcome a read has to tell before the key's next run.
    private final Map<ObjectKey, List<Wait.Read>> inDoubt = new LinkedHashMap<>();
    /// Guarded by `held`: what a key waited for in vain.
    private final Map<ObjectKey, List<Wait>> overdue = new LinkedHashMap<>();

    private static final class Held {
        final List<Wait> waits;

        @Nullable
        Timer timer;

        Held(List<Wait> waits) {
            this.waits = waits;
        }
    }

    /// @param release called for each key that was held, once, outside of any lock; must not block
    Freshness(
            Env env,
            Client client,
            Function<GroupResource, List<ObjectCache>> caches,
            Duration patience,
            Consumer<ObjectKey> release) {
        this.env = env;
        this.client = client;
        this.caches = caches;
        this.patience = patience;
        this.release = release;
    }

    /// Holds a key until the waits are met. False when there is nothing to wait for now; a read that some of them still
    /// need is left to [#readWhatIsInDoubt].
    boolean hold(ObjectKey key, List<Wait> waits) {
        Held entry = new Held(unmet(waits));
        synchronized (held) {
            for (Wait wait : waits) {
                if (wait instanceof Wait.Read read) {
                    inDoubt.computeIfAbsent(key, _ -> new ArrayList<>()).add(read);
                }
            }
            if (entry.waits.isEmpty()) {
                return false;
            }
            held.put(key, entry);
        }
        Timer timer = env.after(patience, () -> expire(key, entry));
        synchronized (held) {
            entry.timer = timer;
        }
        progress(); // The cache may have moved between the look and the hold.
        return true;
    }

    /// Makes the reads that the key's last run left open, and says what of them the caches do not show yet.
    ///
    /// @throws dev.setpoint.machinery.api.ApiException when reading fails; the next call tries again
    List<Wait> readWhatIsInDoubt(ObjectKey key) {
        List<Wait.Read> reads;
        synchronized (held) {
            reads = inDoubt.getOrDefault(key, List.of());
        }
        List<Wait> toPass = new ArrayList<>();
        for (Wait.Read read : reads) {
            toPass.addAll(passed(read));
        }
        synchronized (held) {
            inDoubt.remove(key);
        }
        return unmet(toPass);
    }

    /// The kinds that the key must read live, because it waited for their caches in vain and they still are behind.
    Set<GroupResource> stillBehind(ObjectKey key) {
        List<Wait> waits;
        synchronized (held) {
            waits = overdue.remove(key);
        }
        Set<GroupResource> resources = new LinkedHashSet<>();
        if (waits != null) {
            unmet(waits).forEach(wait -> resources.add(wait.resource()));
        }
        return resources;
    }

    /// Releases whom the caches have caught up with. Called after a cache has moved.
    void progress() {
        List<ObjectKey> met = new ArrayList<>();
        List<Timer> timers = new ArrayList<>();
        synchronized (held) {
            held.entrySet().removeIf(entry -> {
                if (!unmet(entry.getValue().waits).isEmpty()) {
                    return false;
                }
                met.add(entry.getKey());
                if (entry.getValue().timer != null) {
                    timers.add(entry.getValue().timer);
                }
                return true;
            });
        }
        timers.forEach(Timer::cancel);
        met.forEach(release);
    }

    private void expire(ObjectKey key, Held entry) {
        synchronized (held) {
            if (!held.remove(key, entry)) {
                return;
            }
            overdue.put(key, entry.waits);
        }
        release.accept(key);
    }

    /// Reads that are still to be made do not count: the caches cannot meet them.
    private List<Wait> unmet(List<Wait> waits) {
        return waits.stream()
                .filter(wait -> caches.apply(wait.resource()).stream().anyMatch(cache -> switch (wait) {
                    case Wait.Reached reached -> !reached.met(cache);
                    case Wait.Gone gone -> !gone.met(cache);
                    case Wait.Read _ -> false;
                }))
                .toList();
    }

    /// A consistent read, as waits: the cache has passed it when it has come to the newest object of the collection and
    /// shows none that the read did not.
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
