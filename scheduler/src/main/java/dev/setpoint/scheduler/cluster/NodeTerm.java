package dev.setpoint.scheduler.cluster;

import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// Conditions that a node must meet together. A term without any matches no node.
public record NodeTerm(List<Requirement> labels, List<Requirement> fields) {
    private static final String NAME = "metadata.name";

    public static NodeTerm read(NodeSelectorTerm term) {
        return new NodeTerm(
                term.getMatchExpressions().stream().map(Requirement::label).toList(),
                term.getMatchFields().stream().map(Requirement::field).toList());
    }

    public boolean matches(NodeFacts node) {
        if (labels.isEmpty() && fields.isEmpty()) {
            return false;
        }
        for (Requirement requirement : labels) {
            if (!requirement.matches(node.labels().get(requirement.key()))) {
                return false;
            }
        }
        for (Requirement requirement : fields) {
            if (!requirement.matches(requirement.key().equals(NAME) ? node.name() : "")) {
                return false;
            }
        }
        return true;
    }

    /// The only nodes that this term can match, when it names them; empty when it does not speak of names.
    Optional<SortedSet<String>> nodeNames() {
        SortedSet<String> names = null;
        for (Requirement requirement : fields) {
            if (requirement.key().equals(NAME) && requirement.operator() == Requirement.Operator.IN) {
                if (names == null) {
                    names = new TreeSet<>(requirement.values());
                } else {
                    names.retainAll(requirement.values());
                }
            }
        }
        return Optional.ofNullable(names);
    }
}
