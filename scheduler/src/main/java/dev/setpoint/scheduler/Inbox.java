package dev.setpoint.scheduler;

import dev.setpoint.base.BoundedQueue;
import dev.setpoint.base.Env;
import dev.setpoint.client.ObjectKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What the scheduler's task has to look at: keys of objects that changed, each once however often it changed, and
/// decisions that were written. Filled by watches and binders, which never wait for it.
///
/// Bounded by what there is: no more keys than objects, no more outcomes than decisions under way.
final class Inbox {
    /// What a key is the key of.
    enum Kind {
        POD,
        NODE,
        NAMESPACE,
        /// A claim, a volume, a class of volumes or the drivers of a node.
        STORAGE
    }

    private final Object lock = new Object();
    private Map<Kind, Set<ObjectKey>> changed = new EnumMap<>(Kind.class);
    private List<BindOutcome> outcomes = new ArrayList<>();
    private final BoundedQueue<Boolean> bell;

    record Content(Map<Kind, Set<ObjectKey>> changed, List<BindOutcome> outcomes) {
        static final Content NOTHING = new Content(Map.of(), List.of());

        Set<ObjectKey> keys(Kind kind) {
            return changed.getOrDefault(kind, Set.of());
        }

        boolean isEmpty() {
            return changed.isEmpty() && outcomes.isEmpty();
        }
    }

    Inbox(Env env) {
        bell = env.queue(1);
    }

    void changed(Kind kind, ObjectKey key) {
        synchronized (lock) {
            changed.computeIfAbsent(kind, _ -> new LinkedHashSet<>()).add(key);
        }
        ring();
    }

    void outcome(BindOutcome outcome) {
        synchronized (lock) {
            outcomes.add(outcome);
        }
        ring();
    }

    /// When the bell has rung already, once is enough.
    @SuppressWarnings("CheckReturnValue")
    private void ring() {
        bell.offer(true);
    }

    /// Everything that came since the last time. It is the caller's: what comes later goes elsewhere, also when nothing
    /// had come.
    Content take() {
        synchronized (lock) {
            if (changed.isEmpty() && outcomes.isEmpty()) {
                return Content.NOTHING;
            }
            Content content = new Content(changed, outcomes);
            changed = new EnumMap<>(Kind.class);
            outcomes = new ArrayList<>();
            return content;
        }
    }

    /// Waits until something comes, or for this long.
    void await(Duration deadline) {
        bell.take(deadline);
    }
}
