package dev.setpoint.reconcile;

import dev.setpoint.machinery.api.GroupResource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Tells the changes that a key has made itself from those that it has to look at.
///
/// The news of a write may come before the write's own answer does, so whatever a key hears of while it runs waits
/// until the run is over and its writes are known:
///
///     run(a) begins; it writes the status of a at revision 41
///     the cache shows a at 41, and the pod p of a at 42      both are kept for later
///     run(a) ends, having written 41                         42 wakes a; 41 was an echo
///
/// What is remembered of writes is bounded: to have forgotten one costs a look that finds nothing to do.
final class Echoes<K> {
    /// More than one run writes: a set that creates 5,000 pods hears of every one of them.
    private static final int REMEMBERED = 8192;

    /// One state of one object: a commit writes at most one object of each kind.
    private record At(GroupResource resource, long revision) {}

    /// @param window for how long the key may gather more like it
    private record Heard(At at, Duration window) {}

    private final GroupResource own;
    /// Guards everything below.
    private final Object lock = new Object();
    /// By the key that runs, what it has heard of since. Only ever asked for one key.
    private final Map<K, List<Heard>> running = new HashMap<>();
    /// Who wrote it.
    private final Map<At, K> written = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<At, K> eldest) {
            return size() > REMEMBERED;
        }
    };

    /// @param own the kind whose objects are the keys, where keys are objects
    Echoes(GroupResource own) {
        this.own = own;
    }

    void begin(K key) {
        synchronized (lock) {
            running.put(key, new ArrayList<>());
        }
    }

    /// Whether a change need not wake the key, or not yet: [#end] decides.
    boolean takes(K key, GroupResource resource, long revision, Duration window) {
        At at = new At(resource, revision);
        synchronized (lock) {
            List<Heard> heard = running.get(key);
            if (heard != null && heard.size() < REMEMBERED) {
                heard.add(new Heard(at, window));
                return true;
            }
            return key.equals(written.get(at));
        }
    }

    /// The key's own object and what it has created are as the run knows them. What it changed of others is not:
    /// they had a state of their own, which the run may have seen too late.
    ///
    /// @return when the key has to look at what it has heard of that was not its own doing, if there is any
    Optional<Duration> end(K key, List<Run.Write> writes) {
        synchronized (lock) {
            for (Run.Write write : writes) {
                boolean ofItself = write.resource().equals(own) && write.key().equals(key);
                if (ofItself || write.verb() == Run.Verb.CREATE) {
                    written.put(new At(write.resource(), write.revision()), key);
                }
            }
            List<Heard> heard = running.remove(key);
            return heard == null
                    ? Optional.empty()
                    : heard.stream()
                            .filter(news -> !key.equals(written.get(news.at)))
                            .map(Heard::window)
                            .min(Duration::compareTo);
        }
    }
}
