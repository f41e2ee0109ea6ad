package dev.setpoint.scheduler.cluster;

import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.NodeAffinity;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Which nodes a pod accepts and which it would like: its node selector and its node affinity.
///
/// @param labels the node selector; all of them must be there
/// @param required terms of which one must match; empty when the pod has no required affinity
public record NodeSelection(Map<String, String> labels, Optional<List<NodeTerm>> required, List<Preference> preferred) {
    public static final NodeSelection ANY = new NodeSelection(Map.of(), Optional.empty(), List.of());

    public record Preference(int weight, NodeTerm term) {}

    static NodeSelection read(PodSpec spec) {
        NodeAffinity affinity = nodeAffinity(spec.getAffinity());
        Map<String, String> selector = spec.getNodeSelector() == null ? Map.of() : spec.getNodeSelector();
        if (selector.isEmpty() && affinity == null) {
            return ANY;
        }
        return new NodeSelection(selector, requiredTerms(affinity), preferences(affinity));
    }

    private static @Nullable NodeAffinity nodeAffinity(@Nullable Affinity affinity) {
        return affinity == null ? null : affinity.getNodeAffinity();
    }

    private static Optional<List<NodeTerm>> requiredTerms(@Nullable NodeAffinity affinity) {
        if (affinity == null || affinity.getRequiredDuringSchedulingIgnoredDuringExecution() == null) {
            return Optional.empty();
        }
        return Optional.of(affinity.getRequiredDuringSchedulingIgnoredDuringExecution().getNodeSelectorTerms().stream()
                .map(NodeTerm::read)
                .toList());
    }

    private static List<Preference> preferences(@Nullable NodeAffinity affinity) {
        if (affinity == null) {
            return List.of();
        }
        List<Preference> preferences = new ArrayList<>();
        for (var preferred : affinity.getPreferredDuringSchedulingIgnoredDuringExecution()) {
            NodeTerm term = NodeTerm.read(preferred.getPreference());
            if (preferred.getWeight() != 0) {
                preferences.add(new Preference(preferred.getWeight(), term));
            }
        }
        return List.copyOf(preferences);
    }

    public boolean isUnrestricted() {
        return labels.isEmpty() && required.isEmpty();
    }

    public boolean accepts(NodeFacts node) {
        for (Map.Entry<String, String> label : labels.entrySet()) {
            if (!label.getValue().equals(node.labels().get(label.getKey()))) {
                return false;
            }
        }
        return required.isEmpty() || required.get().stream().anyMatch(term -> term.matches(node));
    }

    /// The sum of the weights of the preferences that a node meets.
    public long preference(NodeFacts node) {
        long sum = 0;
        for (Preference preference : preferred) {
            if (preference.term().matches(node)) {
                sum += preference.weight();
            }
        }
        return sum;
    }

    /// The only nodes worth a look when every required term names its nodes, as those of a DaemonSet's pods do.
    /// An empty set means that the terms contradict themselves.
    public Optional<SortedSet<String>> nodeNames() {
        if (required.isEmpty() || required.get().isEmpty()) {
            return Optional.empty();
        }
        SortedSet<String> names = new TreeSet<>();
        for (NodeTerm term : required.get()) {
            Optional<SortedSet<String>> termNames = term.nodeNames();
            if (termNames.isEmpty()) {
                return Optional.empty();
            }
            names.addAll(termNames.get());
        }
        return Optional.of(names);
    }
}
