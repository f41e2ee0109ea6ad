package dev.setpoint.scheduler.plugin;

import dev.setpoint.scheduler.cluster.AffinityTerm;
import dev.setpoint.scheduler.cluster.ClusterState;
import dev.setpoint.scheduler.cluster.NodeInfo;
import dev.setpoint.scheduler.cluster.PendingPod;
import dev.setpoint.scheduler.cluster.PodAffinity;
import dev.setpoint.scheduler.cluster.PodClass;
import dev.setpoint.scheduler.cluster.PodInfo;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Keeps pods near those that they need and apart from those that they, or that do not, bear; prefers what they like.
///
/// Anti-affinity works both ways: a pod on a node keeps away later ones that its own terms name.
public final class InterPodAffinity implements Filter, Score {
    private static final Rejection NOT_NEAR =
            Rejection.hopeless(Plugin.INTER_POD_AFFINITY, "node(s) didn't match pod affinity rules");
    private static final Rejection NOT_APART =
            Rejection.resolvable(Plugin.INTER_POD_AFFINITY, "node(s) didn't match pod anti-affinity rules");
    private static final Rejection UNWELCOME =
            Rejection.resolvable(Plugin.INTER_POD_AFFINITY, "node(s) didn't satisfy existing pods anti-affinity rules");

    private final int hardWeight;

    /// @param hardWeight what it counts in the score that a pod on a node requires such pods near it
    public InterPodAffinity(int hardWeight) {
        this.hardWeight = hardWeight;
    }

    @Override
    public Plugin plugin() {
        return Plugin.INTER_POD_AFFINITY;
    }

    @Override
    public Optional<Check> prepare(PendingPod pod, ClusterState cluster) {
        PodAffinity affinity = pod.pod().affinity();
        TopologyCounts unwelcome = whereUnwelcome(pod.pod(), cluster);
        if (affinity.near().isEmpty() && affinity.apart().isEmpty() && unwelcome.isEmpty()) {
            return Optional.empty();
        }
        TopologyCounts near = whereNear(affinity.near(), cluster);
        TopologyCounts apart = new TopologyCounts();
        for (AffinityTerm term : affinity.apart()) {
            count(term, cluster, 1, apart);
        }
        // The first of a group that wants to be together finds nobody: it has itself.
        boolean first = near.isEmpty() && affinity.near().stream().allMatch(term -> matches(term, pod.pod(), cluster));
        return Optional.of(node -> reject(node, affinity, near, first, apart, unwelcome));
    }

    private static @Nullable Rejection reject(
            NodeInfo node,
            PodAffinity affinity,
            TopologyCounts near,
            boolean first,
            TopologyCounts apart,
            TopologyCounts unwelcome) {
        for (AffinityTerm term : affinity.near()) {
            boolean placed = node.facts().labels().containsKey(term.topologyKey());
            if (!placed || (!first && near.of(term.topologyKey(), node) == 0)) {
                return NOT_NEAR;
            }
        }
        for (AffinityTerm term : affinity.apart()) {
            if (apart.of(term.topologyKey(), node) > 0) {
                return NOT_APART;
            }
        }
        return unwelcome.isEmpty() || unwelcome.total(node) == 0 ? null : UNWELCOME;
    }

    /// Only pods that all terms mean count, and they count for all terms.
    private static TopologyCounts whereNear(List<AffinityTerm> terms, ClusterState cluster) {
        TopologyCounts counts = new TopologyCounts();
        if (terms.isEmpty()) {
            return counts;
        }
        for (PodClass candidate : cluster.matching(terms.getFirst())) {
            if (terms.stream().allMatch(term -> cluster.matches(term, candidate.namespace(), candidate.labels()))) {
                for (AffinityTerm term : terms) {
                    candidate.forEachNode((node, count) -> counts.add(term.topologyKey(), node, count));
                }
            }
        }
        return counts;
    }

    private static TopologyCounts whereUnwelcome(PodInfo pod, ClusterState cluster) {
        TopologyCounts counts = new TopologyCounts();
        for (PodClass others : cluster.withAffinity()) {
            for (AffinityTerm term : others.affinity().apart()) {
                if (matches(term, pod, cluster)) {
                    others.forEachNode((node, count) -> counts.add(term.topologyKey(), node, count));
                }
            }
        }
        return counts;
    }

    private static void count(AffinityTerm term, ClusterState cluster, long weight, TopologyCounts counts) {
        for (PodClass matching : cluster.matching(term)) {
            matching.forEachNode((node, count) -> counts.add(term.topologyKey(), node, count * weight));
        }
    }

    private static boolean matches(AffinityTerm term, PodInfo pod, ClusterState cluster) {
        return cluster.matches(term, pod.namespace(), pod.labels());
    }

    @Override
    public boolean mayHelp(PendingPod pod, ClusterChange change) {
        PodInfo waiting = pod.pod();
        return switch (change) {
            case ClusterChange.NodeAdded _, ClusterChange.NamespaceChanged _ -> true;
            case ClusterChange.NodeUpdated(var before, var after) ->
                !before.labels().equals(after.labels());
            case ClusterChange.PodPlaced(var other) ->
                mayMean(waiting.affinity().near(), other);
            case ClusterChange.PodRemoved(var other, var _) ->
                mayMean(waiting.affinity().apart(), other)
                        || mayMean(other.affinity().apart(), waiting);
            case ClusterChange.PodUpdated(var before, var after, var _) ->
                !before.labels().equals(after.labels())
                        && (mayMean(waiting.affinity().near(), after)
                                || mayMean(waiting.affinity().apart(), before));
            case ClusterChange.NodeRemoved _, ClusterChange.StorageChanged _ -> false;
        };
    }

    /// Leaves the namespaces out where they are selected by labels: in doubt it helps.
    private static boolean mayMean(List<AffinityTerm> terms, PodInfo pod) {
        for (AffinityTerm term : terms) {
            boolean covers =
                    term.namespaceSelector().isPresent() || term.namespaces().contains(pod.namespace());
            if (covers && term.selector().matches(pod.labels())) {
                return true;
            }
        }
        return false;
    }

    @Override
    public Optional<Scoring> prepare(PendingPod pod, ClusterState cluster, List<NodeInfo> feasible) {
        TopologyCounts scores = new TopologyCounts();
        for (PodAffinity.Preference preference : pod.pod().affinity().preferNear()) {
            count(preference.term(), cluster, preference.weight(), scores);
        }
        for (PodAffinity.Preference preference : pod.pod().affinity().preferApart()) {
            count(preference.term(), cluster, -preference.weight(), scores);
        }
        for (PodClass others : cluster.withAffinity()) {
            likes(others, pod.pod(), cluster, scores);
        }
        if (scores.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Scoring() {
            @Override
            public long score(NodeInfo node) {
                return scores.total(node);
            }

            @Override
            public void normalize(List<NodeInfo> nodes, long[] raw) {
                Normalization.stretch(raw);
            }
        });
    }

    /// What pods that are there would like of the one that comes.
    private void likes(PodClass others, PodInfo pod, ClusterState cluster, TopologyCounts scores) {
        PodAffinity affinity = others.affinity();
        if (hardWeight > 0) {
            affinity.near().forEach(term -> like(term, hardWeight, others, pod, cluster, scores));
        }
        affinity.preferNear()
                .forEach(preference -> like(preference.term(), preference.weight(), others, pod, cluster, scores));
        affinity.preferApart()
                .forEach(preference -> like(preference.term(), -preference.weight(), others, pod, cluster, scores));
    }

    private static void like(
            AffinityTerm term, long weight, PodClass others, PodInfo pod, ClusterState cluster, TopologyCounts scores) {
        if (matches(term, pod, cluster)) {
            others.forEachNode((node, count) -> scores.add(term.topologyKey(), node, count * weight));
        }
    }
}
