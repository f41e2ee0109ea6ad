package dev.setpoint.scheduler.cluster;

import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// Conditions that a node must meet together. A term without any matches no node.
public record NodeTerm(List<NodeRequirement> labels, List<NodeRequirement> fields) {
    private static final String NAME = "metadata.name";

    public static NodeTerm read(NodeSelectorTerm term) {
        return new NodeTerm(
                term.getMatchExpressions().stream().map(NodeRequirement::label).toList(),
                term.getMatchFields().stream().map(NodeRequirement::field).toList());
    }

    public boolean matches(NodeFacts node) {
        if (labels.isEmpty() && fields.isEmpty()) {
            return false;
        }
        for (NodeRequirement requirement : labels) {
            if (!requirement.matches(node.labels().get(requirement.key()))) {
                return false;
            }
        }
        for (NodeRequirement requirement : fields) {
            if (!requirement.matches(requirement.key().equals(NAME) ? node.name() : "")) {
                return false;
            }
        }
        return true;
    }

    /// The only nodes that this term can match, when it names them; empty when it does not speak of names.
    Optional<SortedSet<String>> nodeNames() {
        SortedSet<String> names = null;
        for (NodeRequirement requirement : fields) {
            if (requirement.key().equals(NAME) && requirement.operator() == NodeRequirement.Operator.IN) {
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
