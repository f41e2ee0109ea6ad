package dev.setpoint.reconcile;

import dev.setpoint.reconcile.queue.Priority;
import dev.setpoint.reconcile.queue.WorkQueue;
import java.util.Collections;
import java.util.Iterator;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Looks at everything after a full queue had to refuse keys, as many at a time as there is room for.
///
/// It goes on where it stopped, so that it comes to an end however little room there is. Keys that are
/// refused while it is under way ask for another.
final class Sweep<K> {
    private final WorkQueue<K> queue;
    private final Supplier<Iterator<K>> everything;
    private final AtomicBoolean wanted = new AtomicBoolean();
    /// Whoever sets it works on what is below; others go their way.
    private final AtomicBoolean busy = new AtomicBoolean();

    private Iterator<K> rest = Collections.emptyIterator();
    private @Nullable K refused;
    private volatile boolean underWay;

    Sweep(WorkQueue<K> queue, Supplier<Iterator<K>> everything) {
        this.queue = queue;
        this.everything = everything;
    }

    /// Some key was refused.
    void ask() {
        wanted.set(true);
    }

    /// Adds what fits. Costs nothing when nobody asked.
    void advance() {
        if ((!underWay && !wanted.get()) || !busy.compareAndSet(false, true)) {
            return;
        }
        try {
            if (!underWay) {
                wanted.set(false);
                underWay = true;
                rest = everything.get();
            }
            underWay = !fill();
        } finally {
            busy.set(false);
        }
    }

    /// True at the end.
    private boolean fill() {
        while (refused != null || rest.hasNext()) {
            K key = refused != null ? refused : rest.next();
            refused = queue.add(key, Priority.BACKGROUND) ? null : key;
            if (refused != null) {
                return false;
            }
        }
        return true;
    }
}
