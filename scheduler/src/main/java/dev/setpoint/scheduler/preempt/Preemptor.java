package dev.setpoint.scheduler.preempt;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.scheduler.cluster.ClusterState;
import dev.setpoint.scheduler.cluster.ClusterState.Placed;
import dev.setpoint.scheduler.cluster.NodeInfo;
import dev.setpoint.scheduler.cluster.PendingPod;
import dev.setpoint.scheduler.cluster.PodInfo;
import dev.setpoint.scheduler.plugin.Diagnosis;
import dev.setpoint.scheduler.plugin.NodePicker;
import dev.setpoint.scheduler.plugin.Rejection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// Looks for a node that a pod gets when less important pods leave it.
public final class Preemptor {
    /// Candidates that are enough to choose from: a tenth of the nodes, but at least a hundred.
    private static final int ENOUGH_PERCENT = 10;

    private static final int ENOUGH_AT_LEAST = 100;

    private final ClusterState cluster;
    private final PodHistory history;
    private final Supplier<List<Budget>> budgets;
    private final RandomGenerator random;

    public Preemptor(ClusterState cluster, PodHistory history, Supplier<List<Budget>> budgets, RandomGenerator random) {
        this.cluster = cluster;
        this.history = history;
        this.budgets = budgets;
        this.random = random;
    }

    /// What came of it.
    public sealed interface Verdict {
        /// These pods are to leave this node.
        ///
        /// @param victims the most important first
        record Evict(String node, List<PodInfo> victims) implements Verdict {}

        /// Nobody is pushed out, and a nomination that the pod may have stays.
        record NotNow(String why) implements Verdict {}

        /// Nobody's leaving helps; a nomination that the pod may have means nothing any more.
        record Useless(String why) implements Verdict {}
    }

    /// How trying one node ended.
    private sealed interface Attempt {
        record Success(PreemptionCandidate candidate) implements Attempt {}

        record Failure(List<String> reasons) implements Attempt {}
    }

    public Verdict preempt(PendingPod pod, Diagnosis diagnosis, NodePicker picker) {
        if (!pod.preempts()) {
            return new Verdict.NotNow("not eligible due to preemptionPolicy=Never.");
        }
        List<NodeInfo> nodes = diagnosis.resolvable();
        if (awaitsVictims(pod, nodes)) {
            return new Verdict.NotNow("not eligible due to a terminating pod on the nominated node.");
        }
        List<Budget> protecting = budgets.get();
        List<PreemptionCandidate> candidates = new ArrayList<>();
        List<List<String>> failures = new ArrayList<>();
        int enough = Math.max(nodes.size() * ENOUGH_PERCENT / 100, ENOUGH_AT_LEAST);
        int from = nodes.isEmpty() ? 0 : random.nextInt(nodes.size());
        boolean harmless = false;
        for (int i = 0; i < nodes.size() && !(harmless && candidates.size() >= enough); i++) {
            switch (attempt(pod, nodes.get((from + i) % nodes.size()), picker, protecting)) {
                case Attempt.Success(var candidate) -> {
                    candidates.add(candidate);
                    harmless |= candidate.violations() == 0;
                }
                case Attempt.Failure(var reasons) -> failures.add(reasons);
            }
        }
        return candidates.stream()
                .min(PreemptionCandidate.COST)
                .<Verdict>map(best -> new Verdict.Evict(best.node().name(), best.victims()))
                .orElseGet(() -> new Verdict.Useless(diagnosis.preemptionMessage(failures)));
    }

    /// Those that were pushed out for it may still be leaving: to push out more would be too much. When its nominated
    /// node cannot be had any more, whoever leaves, there is nothing to wait for.
    private boolean awaitsVictims(PendingPod pod, List<NodeInfo> resolvable) {
        Optional<NodeInfo> nominated = cluster.nominations().of(pod.pod().key()).flatMap(cluster::node);
        return nominated.isPresent()
                && resolvable.contains(nominated.get())
                && nominated.get().pods().stream()
                        .anyMatch(other -> other.priority() < pod.pod().priority()
                                && other.terminating()
                                && history.isPushedOut(other));
    }

    private Attempt attempt(PendingPod pod, NodeInfo node, NodePicker picker, List<Budget> protecting) {
        List<PodInfo> lesser = node.pods().stream()
                .filter(other -> other.priority() < pod.pod().priority())
                .toList();
        if (lesser.isEmpty()) {
            return new Attempt.Failure(List.of("No preemption victims found for incoming pod"));
        }
        Map<PodInfo, Instant> started = new LinkedHashMap<>();
        lesser.forEach(other -> started.put(other, history.started(other)));
        List<PodInfo> byImportance = lesser.stream().sorted(importance(started)).toList();
        Map<ObjectKey, Placed> lifted = new LinkedHashMap<>();
        byImportance.forEach(other -> lifted.put(other.key(), cluster.lift(other.key())));
        try {
            Rejection rejection = picker.reject(pod, node);
            return rejection == null
                    ? new Attempt.Success(reprieve(pod, node, picker, byImportance, lifted, started, protecting))
                    : new Attempt.Failure(rejection.reasons());
        } finally {
            lifted.values().forEach(cluster::restore);
        }
    }

    /// Puts back as many as there is room for beside the pod: first those whose leaving breaks a budget, and of each
    /// kind the more important first.
    private PreemptionCandidate reprieve(
            PendingPod pod,
            NodeInfo node,
            NodePicker picker,
            List<PodInfo> byImportance,
            Map<ObjectKey, Placed> lifted,
            Map<PodInfo, Instant> started,
            List<Budget> protecting) {
        Set<PodInfo> violating = Budget.violated(byImportance, protecting);
        Set<PodInfo> order = new LinkedHashSet<>(violating);
        order.addAll(byImportance);
        int violations = 0;
        for (PodInfo other : order) {
            Placed placed = lifted.get(other.key());
            if (placed == null) {
                throw new IllegalStateException("pod " + other + " was not lifted");
            }
            cluster.restore(placed);
            if (picker.reject(pod, node) == null) {
                lifted.remove(other.key());
            } else {
                cluster.lift(other.key());
                violations += violating.contains(other) ? 1 : 0;
            }
        }
        List<PodInfo> victims = byImportance.stream()
                .filter(other -> lifted.containsKey(other.key()))
                .toList();
        if (victims.isEmpty()) {
            throw new IllegalStateException("node " + node + " would do for pod " + pod + " though nobody leaves it");
        }
        int highest = victims.getFirst().priority();
        Instant since = victims.stream()
                .filter(victim -> victim.priority() == highest)
                .map(started::get)
                .min(Comparator.naturalOrder())
                .orElseThrow();
        return new PreemptionCandidate(node, victims, violations, since);
    }

    /// The higher priority first, then the one that runs longer.
    private static Comparator<PodInfo> importance(Map<PodInfo, Instant> started) {
        return Comparator.comparingInt(PodInfo::priority)
                .reversed()
                .thenComparing(started::get)
                .thenComparing(PodInfo::key, Comparator.comparing(ObjectKey::toString));
    }
}
