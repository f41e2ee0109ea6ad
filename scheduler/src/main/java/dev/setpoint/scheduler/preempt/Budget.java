package dev.setpoint.scheduler.preempt;

import dev.setpoint.scheduler.cluster.PodInfo;
import dev.setpoint.scheduler.cluster.PodSelector;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// How many pods of a group may be disturbed now.
///
/// @param disrupted names of pods that are counted already, because they are on their way out
public record Budget(String namespace, PodSelector selector, int allowed, Set<String> disrupted) {
    public static Budget read(PodDisruptionBudget budget) {
        var status = budget.getStatus();
        Integer allowed = status == null ? null : status.getDisruptionsAllowed();
        return new Budget(
                budget.getMetadata().getNamespace(),
                PodSelector.read(budget.getSpec().getSelector()),
                allowed == null ? 0 : allowed,
                status == null || status.getDisruptedPods() == null
                        ? Set.of()
                        : status.getDisruptedPods().keySet());
    }

    /// A budget without any condition protects nobody, as Kubernetes has it here.
    private boolean protects(PodInfo pod) {
        return namespace.equals(pod.namespace())
                && !selector.isEmpty()
                && selector.matches(pod.labels())
                && !disrupted.contains(pod.key().name());
    }

    /// Those of the pods whose leaving breaks a budget when all of them leave in this order.
    static Set<PodInfo> violated(List<PodInfo> leaving, List<Budget> budgets) {
        int[] left = budgets.stream().mapToInt(Budget::allowed).toArray();
        Set<PodInfo> violating = new LinkedHashSet<>();
        for (PodInfo pod : leaving) {
            for (int i = 0; i < left.length; i++) {
                if (budgets.get(i).protects(pod) && --left[i] < 0) {
                    violating.add(pod);
                }
            }
        }
        return violating;
    }
}
