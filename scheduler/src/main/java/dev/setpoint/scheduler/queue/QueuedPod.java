package dev.setpoint.scheduler.queue;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.scheduler.cluster.PendingPod;
import dev.setpoint.scheduler.plugin.Plugin;
import java.util.Comparator;
import java.util.Set;

/// A pod in the queue.
///
/// @param attempts how often a node was looked for
/// @param since when it came, or failed last, in monotonic nanoseconds
/// @param sequence tells apart what came at the same time
/// @param rejectedBy who turned nodes down in the last attempt; empty when it failed for another reason
/// @param pausedUntil not before this time
public record QueuedPod(
        PendingPod pod,
        State state,
        int attempts,
        long since,
        long sequence,
        Set<Plugin> rejectedBy,
        long pausedUntil) {
    enum State {
        /// To be tried as soon as possible.
        ACTIVE,
        /// To be tried when its pause is over.
        PAUSED,
        /// Nothing it could be tried with.
        WAITING,
        /// Not to be tried before what was decided for it is done.
        HELD,
        /// Held, and something happened meanwhile that may help it.
        HELD_AWAKE,
        /// Held back by its own scheduling gates.
        GATED,
        /// Taken out, being tried.
        TAKEN
    }

    /// The more important first, among equals the one that waits longer.
    static final Comparator<QueuedPod> IMPORTANCE = Comparator.comparingInt(
                    (QueuedPod queued) -> queued.pod.pod().priority())
            .reversed()
            .thenComparingLong(QueuedPod::since)
            .thenComparingLong(QueuedPod::sequence);

    static final Comparator<QueuedPod> END_OF_PAUSE =
            Comparator.comparingLong(QueuedPod::pausedUntil).thenComparingLong(QueuedPod::sequence);

    static final Comparator<QueuedPod> AGE =
            Comparator.comparingLong(QueuedPod::since).thenComparingLong(QueuedPod::sequence);

    public ObjectKey key() {
        return pod.pod().key();
    }

    QueuedPod in(State newState) {
        return new QueuedPod(pod, newState, attempts, since, sequence, rejectedBy, pausedUntil);
    }

    QueuedPod with(PendingPod newPod) {
        return new QueuedPod(newPod, state, attempts, since, sequence, rejectedBy, pausedUntil);
    }

    QueuedPod tried() {
        return new QueuedPod(pod, State.TAKEN, attempts + 1, since, sequence, rejectedBy, pausedUntil);
    }

    QueuedPod failed(Set<Plugin> newRejectedBy, long now, long newPausedUntil) {
        return new QueuedPod(pod, state, attempts, now, sequence, newRejectedBy, newPausedUntil);
    }
}
