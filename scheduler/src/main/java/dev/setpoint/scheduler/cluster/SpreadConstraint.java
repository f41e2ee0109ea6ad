package dev.setpoint.scheduler.cluster;

import io.fabric8.kubernetes.api.model.TopologySpreadConstraint;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// How evenly pods like this one are to lie over the domains of a topology: nodes, zones.
///
/// @param hard whether a node that breaks it is refused or only liked less
/// @param minDomains with fewer domains than this the emptiest counts as having none of the pods
/// @param honorSelection count only nodes that the pod's own selection accepts
/// @param honorTaints count only nodes whose taints the pod tolerates
public record SpreadConstraint(
        String topologyKey,
        int maxSkew,
        boolean hard,
        PodSelector selector,
        int minDomains,
        boolean honorSelection,
        boolean honorTaints) {
    public static final String HOSTNAME = "kubernetes.io/hostname";

    /// What applies to pods that belong to something and say nothing themselves.
    public static List<SpreadConstraint> defaults(PodSelector selector) {
        return List.of(
                new SpreadConstraint(HOSTNAME, 3, false, selector, 1, true, false),
                new SpreadConstraint("topology.kubernetes.io/zone", 5, false, selector, 1, true, false));
    }

    static SpreadConstraint read(TopologySpreadConstraint constraint, Map<String, String> podLabels) {
        PodSelector selector = PodSelector.read(constraint.getLabelSelector());
        Map<String, String> matched = new LinkedHashMap<>();
        for (String key : constraint.getMatchLabelKeys()) {
            String value = podLabels.get(key);
            if (value != null) {
                matched.put(key, value);
            }
        }
        return new SpreadConstraint(
                constraint.getTopologyKey(),
                constraint.getMaxSkew(),
                !"ScheduleAnyway".equals(constraint.getWhenUnsatisfiable()),
                matched.isEmpty() ? selector : selector.and(matched),
                constraint.getMinDomains() == null ? 1 : constraint.getMinDomains(),
                !"Ignore".equals(constraint.getNodeAffinityPolicy()),
                "Honor".equals(constraint.getNodeTaintsPolicy()));
    }

    /// Whether a node counts when domains are compared.
    public boolean includes(NodeFacts node, PendingPod pod) {
        if (honorSelection && !pod.selection().accepts(node)) {
            return false;
        }
        return !honorTaints || node.untolerated(pod.tolerations()).isEmpty();
    }
}
