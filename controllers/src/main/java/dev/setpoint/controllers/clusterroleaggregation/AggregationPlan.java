package dev.setpoint.controllers.clusterroleaggregation;

import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.WorkloadSelector;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The rules that an aggregated role should have.
final class AggregationPlan {
    private AggregationPlan() {}

    static boolean aggregates(ClusterRole role) {
        return role.getAggregationRule() != null;
    }

    /// Empty when the role has the rules that it should have, or is not aggregated at all.
    ///
    /// @param roles all there are; the order of their names decides the order of the rules
    static Optional<List<PolicyRule>> plan(ClusterRole role, List<ClusterRole> roles) {
        if (!aggregates(role)) {
            return Optional.empty();
        }
        Set<PolicyRule> wanted = new LinkedHashSet<>();
        for (LabelSelector selector : role.getAggregationRule().getClusterRoleSelectors()) {
            roles.stream()
                    .filter(other -> !Metadata.name(other).equals(Metadata.name(role)))
                    .filter(other -> selects(selector, other))
                    .sorted(Comparator.comparing(Metadata::name))
                    .forEach(other -> wanted.addAll(rules(other)));
        }
        List<PolicyRule> rules = new ArrayList<>(wanted);
        return rules.equals(rules(role)) ? Optional.empty() : Optional.of(rules);
    }

    /// A role that was made without any has `null`.
    private static List<PolicyRule> rules(ClusterRole role) {
        return role.getRules() == null ? List.of() : role.getRules();
    }

    /// Unlike that of a workload, a selector that asks for nothing selects everything.
    private static boolean selects(LabelSelector selector, ClusterRole role) {
        return WorkloadSelector.empty(selector)
                || WorkloadSelector.matches(
                        selector, Metadata.orEmpty(role.getMetadata().getLabels()));
    }
}
