package dev.setpoint.scheduler.cluster;

import io.fabric8.kubernetes.api.model.PodAffinityTerm;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Pods of some namespaces that a selector matches, as seen from a node's place in a topology.
///
/// @param namespaces those that are named
/// @param namespaceSelector picks more of them by their labels; empty when only names count
public record AffinityTerm(
        PodSelector selector, List<String> namespaces, Optional<PodSelector> namespaceSelector, String topologyKey) {
    /// Who names neither namespaces nor a selector of them means the own one.
    static AffinityTerm read(PodAffinityTerm term, String ownNamespace) {
        boolean own = term.getNamespaces().isEmpty() && term.getNamespaceSelector() == null;
        return new AffinityTerm(
                PodSelector.read(term.getLabelSelector()),
                own ? List.of(ownNamespace) : List.copyOf(term.getNamespaces()),
                Optional.ofNullable(term.getNamespaceSelector()).map(PodSelector::read),
                term.getTopologyKey());
    }

    /// @param namespaceLabels of the namespace that is asked about
    public boolean covers(String namespace, Map<String, String> namespaceLabels) {
        return namespaces.contains(namespace)
                || (namespaceSelector.isPresent() && namespaceSelector.get().matches(namespaceLabels));
    }
}
