package dev.setpoint.scheduler.plugin;

import dev.setpoint.scheduler.cluster.ClusterState;
import dev.setpoint.scheduler.cluster.NodeFacts;
import dev.setpoint.scheduler.cluster.NodeInfo;
import dev.setpoint.scheduler.cluster.PendingPod;
import dev.setpoint.scheduler.cluster.PodInfo;
import dev.setpoint.scheduler.cluster.PodSelector;
import dev.setpoint.scheduler.cluster.Siblings;
import dev.setpoint.scheduler.cluster.SpreadConstraint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Spreads pods that belong together over nodes, zones or whatever their constraints name.
///
/// Hard constraints refuse a node whose domain would have more than `maxSkew` pods above the emptiest domain; soft ones
/// prefer emptier domains. Pods without constraints of their own are spread softly over nodes and zones.
public final class PodTopologySpread implements Filter, Score {
    private static final Rejection SKEWED =
            Rejection.resolvable(Plugin.POD_TOPOLOGY_SPREAD, "node(s) didn't match pod topology spread constraints");
    private static final Rejection UNLABELLED = Rejection.hopeless(
            Plugin.POD_TOPOLOGY_SPREAD,
            "node(s) didn't match pod topology spread constraints (missing required label)");

    private final Siblings siblings;

    public PodTopologySpread(Siblings siblings) {
        this.siblings = siblings;
    }

    @Override
    public Plugin plugin() {
        return Plugin.POD_TOPOLOGY_SPREAD;
    }

    @Override
    public Optional<Check> prepare(PendingPod pod, ClusterState cluster) {
        List<SpreadConstraint> hard =
                pod.spread().stream().filter(SpreadConstraint::hard).toList();
        if (hard.isEmpty()) {
            return Optional.empty();
        }
        List<Limit> limits = hard.stream()
                .map(constraint -> Limit.of(constraint, hard, pod, cluster))
                .toList();
        return Optional.of(node -> {
            for (Limit limit : limits) {
                Rejection rejection = limit.reject(node.facts());
                if (rejection != null) {
                    return rejection;
                }
            }
            return null;
        });
    }

    /// One hard constraint with the pods that each domain has.
    ///
    /// @param least of the emptiest domain
    /// @param self one when the pod itself will count
    private record Limit(SpreadConstraint constraint, Map<String, Integer> domains, int least, int self) {
        static Limit of(
                SpreadConstraint constraint, List<SpreadConstraint> hard, PendingPod pod, ClusterState cluster) {
            int[] counts = cluster.count(pod.pod().namespace(), constraint.selector());
            Map<String, Integer> domains = new HashMap<>();
            for (NodeInfo node : cluster.nodes()) {
                if (hasAllKeys(node.facts(), hard) && constraint.includes(node.facts(), pod)) {
                    String domain = Objects.requireNonNull(node.facts().labels().get(constraint.topologyKey()));
                    domains.merge(domain, counts[node.position()], Integer::sum);
                }
            }
            boolean enough = domains.size() >= constraint.minDomains();
            int least =
                    domains.values().stream().mapToInt(Integer::intValue).min().orElse(Integer.MAX_VALUE);
            int self = constraint.selector().matches(pod.pod().labels()) ? 1 : 0;
            return new Limit(constraint, domains, enough ? least : 0, self);
        }

        @Nullable
        Rejection reject(NodeFacts node) {
            String domain = node.labels().get(constraint.topologyKey());
            if (domain == null) {
                return UNLABELLED;
            }
            long skew = (long) domains.getOrDefault(domain, 0) + self - least;
            return skew > constraint.maxSkew() ? SKEWED : null;
        }
    }

    private static boolean hasAllKeys(NodeFacts node, List<SpreadConstraint> constraints) {
        for (SpreadConstraint constraint : constraints) {
            if (!node.labels().containsKey(constraint.topologyKey())) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean mayHelp(PendingPod pod, ClusterChange change) {
        return switch (change) {
            case ClusterChange.NodeAdded(var node) -> hasAllKeys(node, pod.spread());
            case ClusterChange.NodeRemoved(var node) -> hasAllKeys(node, pod.spread());
            case ClusterChange.NodeUpdated(var before, var after) ->
                !before.labels().equals(after.labels()) || !before.taints().equals(after.taints());
            case ClusterChange.NamespaceChanged _, ClusterChange.StorageChanged _ -> false;
            case ClusterChange.PodPlaced(var other) -> counts(pod, other);
            case ClusterChange.PodRemoved(var other, var _) -> counts(pod, other);
            case ClusterChange.PodUpdated(var before, var after, var _) -> counts(pod, before) != counts(pod, after);
        };
    }

    private static boolean counts(PendingPod pod, PodInfo other) {
        return !other.terminating()
                && other.namespace().equals(pod.pod().namespace())
                && pod.spread().stream()
                        .anyMatch(constraint -> constraint.selector().matches(other.labels()));
    }

    @Override
    public Optional<Scoring> prepare(PendingPod pod, ClusterState cluster, List<NodeInfo> feasible) {
        boolean own = !pod.spread().isEmpty();
        List<SpreadConstraint> soft = own
                ? pod.spread().stream().filter(constraint -> !constraint.hard()).toList()
                : defaults(pod);
        return soft.isEmpty() ? Optional.empty() : Optional.of(new SpreadScoring(pod, cluster, feasible, soft, own));
    }

    private List<SpreadConstraint> defaults(PendingPod pod) {
        PodSelector selector = siblings.of(pod);
        return selector.isEmpty() ? List.of() : SpreadConstraint.defaults(selector);
    }

    /// The fewer pods in a node's domains, the better; domains of which there are many weigh more.
    private static final class SpreadScoring implements Scoring {
        private final List<SpreadConstraint> constraints;
        private final boolean allKeysNeeded;
        private final List<Weight> weights = new ArrayList<>();

        /// @param perNode pods by position of the node: what counts when each node is a domain
        private record Weight(
                SpreadConstraint constraint, int[] perNode, Map<String, Integer> domains, double factor) {}

        SpreadScoring(
                PendingPod pod,
                ClusterState cluster,
                List<NodeInfo> feasible,
                List<SpreadConstraint> constraints,
                boolean allKeysNeeded) {
            this.constraints = constraints;
            this.allKeysNeeded = allKeysNeeded;
            List<NodeInfo> scored =
                    feasible.stream().filter(node -> !ignored(node.facts())).toList();
            PodSelector counted = null;
            int[] counts = new int[0];
            for (SpreadConstraint constraint : constraints) {
                if (!constraint.selector().equals(counted)) { // The default constraints share their selector.
                    counted = constraint.selector();
                    counts = cluster.count(pod.pod().namespace(), counted);
                }
                weights.add(weight(constraint, counts, scored, pod, cluster));
            }
        }

        private Weight weight(
                SpreadConstraint constraint,
                int[] counts,
                List<NodeInfo> scored,
                PendingPod pod,
                ClusterState cluster) {
            if (constraint.topologyKey().equals(SpreadConstraint.HOSTNAME)) {
                return new Weight(constraint, counts, Map.of(), factor(scored.size()));
            }
            Map<String, Integer> domains = new HashMap<>();
            for (NodeInfo node : scored) {
                domains.put(domain(node, constraint), 0);
            }
            if (domains.size() > 1 || !domains.containsKey("")) { // Otherwise nobody has the label.
                for (NodeInfo node : cluster.nodes()) {
                    int pods = counts[node.position()];
                    if (pods > 0 && !ignored(node.facts()) && constraint.includes(node.facts(), pod)) {
                        domains.computeIfPresent(domain(node, constraint), (_, sum) -> sum + pods);
                    }
                }
            }
            return new Weight(constraint, counts, domains, factor(domains.size()));
        }

        private static double factor(int domains) {
            return Math.log(domains + 2);
        }

        private static String domain(NodeInfo node, SpreadConstraint constraint) {
            return node.facts().labels().getOrDefault(constraint.topologyKey(), "");
        }

        private boolean ignored(NodeFacts node) {
            return allKeysNeeded && !hasAllKeys(node, constraints);
        }

        @Override
        public long score(NodeInfo node) {
            if (ignored(node.facts())) {
                return 0;
            }
            double score = 0;
            for (Weight weight : weights) {
                String domain = node.facts().labels().get(weight.constraint.topologyKey());
                if (domain != null) {
                    boolean perNode = weight.constraint.topologyKey().equals(SpreadConstraint.HOSTNAME);
                    int pods = perNode ? weight.perNode[node.position()] : weight.domains.getOrDefault(domain, 0);
                    score += pods * weight.factor + (weight.constraint.maxSkew() - 1);
                }
            }
            return Math.round(score);
        }

        @Override
        public void normalize(List<NodeInfo> nodes, long[] scores) {
            long least = Long.MAX_VALUE;
            long most = 0;
            for (int i = 0; i < scores.length; i++) {
                if (!ignored(nodes.get(i).facts())) {
                    least = Math.min(least, scores[i]);
                    most = Math.max(most, scores[i]);
                }
            }
            for (int i = 0; i < scores.length; i++) {
                if (ignored(nodes.get(i).facts())) {
                    scores[i] = 0;
                } else {
                    scores[i] = most == 0 ? MAX : MAX * (most + least - scores[i]) / most;
                }
            }
        }
    }
}
