package dev.setpoint.scheduler;

import dev.setpoint.base.BoundedQueue;
import dev.setpoint.base.Env;
import dev.setpoint.client.ObjectKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// What the scheduler's task has to look at: keys of pods and nodes that changed, each once however often it changed,
/// and decisions that were written. Filled by watches and binders, which never wait for it.
///
/// Bounded by what there is: no more keys than objects, no more outcomes than decisions under way.
final class Inbox {
    private final Object lock = new Object();
    private Set<ObjectKey> pods = new LinkedHashSet<>();
    private Set<ObjectKey> nodes = new LinkedHashSet<>();
    private List<Outcome> outcomes = new ArrayList<>();
    private final BoundedQueue<Boolean> bell;

    record Content(Set<ObjectKey> pods, Set<ObjectKey> nodes, List<Outcome> outcomes) {
        boolean isEmpty() {
            return pods.isEmpty() && nodes.isEmpty() && outcomes.isEmpty();
        }
    }

    Inbox(Env env) {
        bell = env.queue(1);
    }

    void pod(ObjectKey key) {
        synchronized (lock) {
            pods.add(key);
        }
        ring();
    }

    void node(ObjectKey key) {
        synchronized (lock) {
            nodes.add(key);
        }
        ring();
    }

    void outcome(Outcome outcome) {
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

    /// Everything that came since the last time.
    Content take() {
        synchronized (lock) {
            Content content = new Content(pods, nodes, outcomes);
            if (!content.isEmpty()) {
                pods = new LinkedHashSet<>();
                nodes = new LinkedHashSet<>();
                outcomes = new ArrayList<>();
            }
            return content;
        }
    }

    /// Waits until something comes, or for this long.
    void await(Duration deadline) {
        bell.take(deadline);
    }
}
