package dev.setpoint.scheduler.preempt;

import dev.setpoint.scheduler.cluster.NodeInfo;
import dev.setpoint.scheduler.cluster.PodInfo;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/// A node that would do once these pods have left it.
///
/// @param victims the most important first; at least one
/// @param violations how many of them leave against a disruption budget
/// @param since when the one of the most important victims began that runs longest
record PreemptionCandidate(NodeInfo node, List<PodInfo> victims, int violations, Instant since) {
    /// The cheapest first: the fewest broken budgets, the least important of the most important victims, the smallest
    /// sum of priorities, the fewest victims, and those that have run for the shortest time.
    static final Comparator<PreemptionCandidate> COST = Comparator.comparingInt(PreemptionCandidate::violations)
            .thenComparingInt(candidate -> candidate.victims().getFirst().priority())
            .thenComparingLong(PreemptionCandidate::sumOfPriorities)
            .thenComparingInt(candidate -> candidate.victims().size())
            .thenComparing(PreemptionCandidate::since, Comparator.reverseOrder());

    /// Shifted to be positive, so that a victim more never makes a node cheaper.
    private long sumOfPriorities() {
        return victims.stream()
                .mapToLong(victim -> victim.priority() + (long) Integer.MAX_VALUE + 1)
                .sum();
    }
}
