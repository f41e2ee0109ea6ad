package dev.setpoint.agent.pod;

import dev.setpoint.base.value.Stored;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.reconcile.cache.CacheChange;
import dev.setpoint.reconcile.cache.Handler;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/// The pods that came to a node and were not looked at since. Only ever counted.
final class Backlog implements Handler {
    /// So many are looked at before any of them would have left ContainerCreating.
    private static final int SHORT = 16;

    private final Predicate<CacheChange> ours;
    private final Set<ObjectKey> waiting = ConcurrentHashMap.newKeySet();

    /// @param ours which changes are of pods on these nodes
    Backlog(Predicate<CacheChange> ours) {
        this.ours = ours;
    }

    @Override
    public void changed(CacheChange change) {
        Stored before = change.before();
        if (ours.test(change) && (before == null || PodReconciler.nodeOf(before).isEmpty())) {
            waiting.add(change.key());
        } else if (change.deleted()) {
            waiting.remove(change.key());
        }
    }

    void lookedAt(ObjectKey pod) {
        waiting.remove(pod);
    }

    boolean isLong() {
        return waiting.size() > SHORT;
    }
}
