package dev.setpoint.controllers.workload;

import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Which pods go first when some of them must go: those whose loss is felt least.
///
/// Not assigned before assigned; pending before unknown before running; not ready before ready; cheaper
/// before dearer (annotation `controller.kubernetes.io/pod-deletion-cost`); doubled up on a node before
/// alone there; ready for a short time before ready for long; more restarts before fewer; young before old.
/// Ages are compared by their order of magnitude, so that a scale-down does not always empty the node that
/// was filled last; within one magnitude the uid decides.
public final class DeletionOrder {
    private static final List<String> PHASES = List.of("Pending", "Unknown", "Running");

    private DeletionOrder() {}

    /// The first `count` pods in this order.
    ///
    /// @param related all pods of the workload, whichever generation they are of: being doubled up counts
    ///     over them
    public static List<Pod> first(int count, Collection<Pod> pods, Collection<Pod> related, Instant now) {
        Map<String, Integer> neighbours = new HashMap<>();
        related.stream().filter(Pods::active).forEach(pod -> neighbours.merge(Pods.nodeName(pod), 1, Integer::sum));
        return pods.stream()
                .map(pod -> Rank.of(pod, neighbours.getOrDefault(Pods.nodeName(pod), 0), now))
                .sorted(Rank.ORDER)
                .limit(count)
                .map(Rank::pod)
                .toList();
    }

    /// What decides about one pod, read once: a comparison must not parse times.
    private record Rank(
            Pod pod,
            boolean assigned,
            int phase,
            boolean ready,
            int cost,
            int neighbours,
            int readyMagnitude,
            int restarts,
            int sidecarRestarts,
            int ageMagnitude) {
        static final Comparator<Rank> ORDER = Comparator.comparing(Rank::assigned)
                .thenComparingInt(Rank::phase)
                .thenComparing(Rank::ready)
                .thenComparingInt(Rank::cost)
                .thenComparingInt(rank -> -rank.neighbours)
                .thenComparingInt(Rank::readyMagnitude)
                .thenComparingInt(rank -> -rank.restarts)
                .thenComparingInt(rank -> -rank.sidecarRestarts)
                .thenComparingInt(Rank::ageMagnitude)
                .thenComparing(rank -> Metadata.uid(rank.pod));

        static Rank of(Pod pod, int neighbours, Instant now) {
            return new Rank(
                    pod,
                    !Pods.nodeName(pod).isEmpty(),
                    Math.max(0, PHASES.indexOf(Pods.phase(pod))),
                    Pods.ready(pod),
                    Pods.deletionCost(pod),
                    neighbours,
                    magnitude(Pods.readySince(pod), now),
                    Pods.restarts(pod),
                    Pods.sidecarRestarts(pod),
                    magnitude(Pods.created(pod), now));
        }

        /// The binary logarithm of an age; no time at all counts as the youngest.
        private static int magnitude(Optional<Instant> since, Instant now) {
            if (since.isEmpty()) {
                return -2;
            }
            Duration age = Duration.between(since.get(), now);
            return age.isPositive() ? 63 - Long.numberOfLeadingZeros(age.toNanos()) : -1;
        }
    }
}
