package dev.setpoint.scheduler.plugin;

import dev.setpoint.scheduler.cluster.ClusterState;
import dev.setpoint.scheduler.cluster.NodeInfo;
import dev.setpoint.scheduler.cluster.PendingPod;
import dev.setpoint.scheduler.cluster.PodInfo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Finds the node for a pod: filters nodes until enough will do, scores those, takes the best, by lot among equals.
///
/// In large clusters a part of the nodes is enough: half of them at a hundred, one in twenty from 5,600 on. Each search
/// begins where the last one ended, so that all nodes have their turn.
public final class NodePicker {
    private static final int ALWAYS_ALL_BELOW = 100;
    private static final int LEAST_PERCENTAGE = 5;

    private final ClusterState cluster;
    private final Profile profile;
    private final RandomGenerator random;
    private int start;

    public NodePicker(ClusterState cluster, Profile profile, RandomGenerator random) {
        this.cluster = cluster;
        this.profile = profile;
        this.random = random;
    }

    /// How the search ended.
    public sealed interface Choice {
        record Found(NodeInfo node) implements Choice {}

        record NoneFits(Diagnosis diagnosis) implements Choice {}
    }

    public Choice pick(PendingPod pod) {
        List<NodeInfo> all = cluster.nodes();
        for (Filter filter : profile.filters()) {
            Optional<String> refusal = filter.refuse(pod, cluster);
            if (refusal.isPresent()) {
                return new Choice.NoneFits(Diagnosis.everywhere(all.size(), filter.plugin(), refusal.get()));
            }
        }
        Optional<NodeInfo> kept = cluster.nominations()
                .of(pod.pod().key())
                .flatMap(cluster::node)
                .filter(node -> reject(pod, node) == null);
        if (kept.isPresent()) {
            return new Choice.Found(kept.get()); // Others had to go for it: where it fits now, there it goes.
        }
        Optional<SortedSet<String>> named = pod.selection().nodeNames();
        List<NodeInfo> candidates = named.map(this::existing).orElse(all);
        Search search = new Search(pod, candidates, enough(candidates.size()));
        search.run(all.isEmpty() ? 0 : start % all.size());
        if (!all.isEmpty()) {
            start = (start + search.feasible.size() + search.rejected.size()) % all.size();
        }
        if (search.feasible.isEmpty()) {
            return new Choice.NoneFits(diagnose(all.size(), named, search.rejected));
        }
        return new Choice.Found(search.feasible.size() == 1 ? search.feasible.getFirst() : best(pod, search.feasible));
    }

    private List<NodeInfo> existing(SortedSet<String> names) {
        return names.stream().flatMap(name -> cluster.node(name).stream()).toList();
    }

    private static Diagnosis diagnose(int nodes, Optional<SortedSet<String>> named, Map<NodeInfo, Rejection> rejected) {
        if (named.isEmpty()) {
            return Diagnosis.of(nodes, rejected);
        }
        return named.get().isEmpty()
                ? Diagnosis.everywhere(nodes, Plugin.NODE_AFFINITY, "pod affinity terms conflict")
                : Diagnosis.within(nodes, rejected, Plugin.NODE_AFFINITY);
    }

    /// Whether one node will do, as things are now.
    public @Nullable Rejection reject(PendingPod pod, NodeInfo node) {
        return reject(pod, checks(pod), node);
    }

    /// A node on which room is kept for others must do with them and without them: they may come or not.
    private @Nullable Rejection reject(PendingPod pod, List<Filter.Check> checks, NodeInfo node) {
        Rejection alone = firstRejection(checks, node);
        if (alone != null || cluster.nominations().isEmpty()) {
            return alone;
        }
        List<PodInfo> nominated = cluster.nominations().on(node.name()).stream()
                .filter(other -> !other.key().equals(pod.pod().key())
                        && other.priority() >= pod.pod().priority()
                        && cluster.placed(other.key()).isEmpty())
                .toList();
        if (nominated.isEmpty()) {
            return null;
        }
        nominated.forEach(other -> cluster.assume(other, node.name()));
        try {
            return firstRejection(checks(pod), node);
        } finally {
            nominated.forEach(other -> cluster.remove(other.key()));
        }
    }

    private List<Filter.Check> checks(PendingPod pod) {
        List<Filter.Check> checks = new ArrayList<>();
        for (Filter filter : profile.filters()) {
            filter.prepare(pod, cluster).ifPresent(checks::add);
        }
        return checks;
    }

    private static @Nullable Rejection firstRejection(List<Filter.Check> checks, NodeInfo node) {
        for (Filter.Check check : checks) {
            Rejection rejection = check.reject(node);
            if (rejection != null) {
                return rejection;
            }
        }
        return null;
    }

    /// How many nodes that will do are enough to choose from.
    static int enough(int nodes) {
        if (nodes < ALWAYS_ALL_BELOW) {
            return nodes;
        }
        int percentage = Math.max(50 - nodes / 125, LEAST_PERCENTAGE);
        return Math.max(nodes * percentage / 100, ALWAYS_ALL_BELOW);
    }

    private final class Search {
        private final PendingPod pod;
        private final List<Filter.Check> checks;
        private final List<NodeInfo> candidates;
        private final int enough;
        final List<NodeInfo> feasible = new ArrayList<>();
        final Map<NodeInfo, Rejection> rejected = new LinkedHashMap<>();

        Search(PendingPod pod, List<NodeInfo> candidates, int enough) {
            this.pod = pod;
            this.checks = checks(pod);
            this.candidates = candidates;
            this.enough = enough;
        }

        void run(int from) {
            for (int i = 0; i < candidates.size() && feasible.size() < enough; i++) {
                NodeInfo node = candidates.get((from + i) % candidates.size());
                Rejection rejection = reject(pod, checks, node);
                if (rejection == null) {
                    feasible.add(node);
                } else {
                    rejected.put(node, rejection);
                }
            }
        }
    }

    private NodeInfo best(PendingPod pod, List<NodeInfo> feasible) {
        long[] totals = totals(pod, feasible);
        int best = 0;
        int equals = 1;
        for (int i = 1; i < totals.length; i++) {
            if (totals[i] > totals[best]) {
                best = i;
                equals = 1;
            } else if (totals[i] == totals[best] && random.nextInt(++equals) == 0) {
                best = i; // The n-th of equals wins with one chance in n: all have the same chance in the end.
            }
        }
        return feasible.get(best);
    }

    /// The weighted sum of all scores, in the order of the nodes.
    long[] totals(PendingPod pod, List<NodeInfo> feasible) {
        long[] totals = new long[feasible.size()];
        long[] scores = new long[feasible.size()];
        for (Profile.Weighted weighted : profile.scores()) {
            Optional<Score.Scoring> scoring = weighted.score().prepare(pod, cluster, feasible);
            if (scoring.isPresent()) {
                for (int i = 0; i < scores.length; i++) {
                    scores[i] = scoring.get().score(feasible.get(i));
                }
                scoring.get().normalize(feasible, scores);
                for (int i = 0; i < scores.length; i++) {
                    totals[i] += weighted.weight() * scores[i];
                }
            }
        }
        return totals;
    }
}
