package dev.setpoint.scheduler.cluster;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Which pods are meant, by their labels: all requirements together. Without any, all pods are.
public record PodSelector(List<NodeRequirement> requirements) {
    public static final PodSelector ALL = new PodSelector(List.of());
    public static final PodSelector NONE =
            new PodSelector(List.of(new NodeRequirement("", NodeRequirement.Operator.NEVER, List.of())));

    /// No selector at all selects nothing; an empty one selects everything.
    public static PodSelector read(@Nullable LabelSelector selector) {
        if (selector == null) {
            return NONE;
        }
        List<NodeRequirement> requirements = new ArrayList<>();
        if (selector.getMatchLabels() != null) {
            selector.getMatchLabels().forEach((key, value) -> requirements.add(NodeRequirement.equal(key, value)));
        }
        for (LabelSelectorRequirement requirement : selector.getMatchExpressions()) {
            requirements.add(NodeRequirement.label(requirement));
        }
        return new PodSelector(List.copyOf(requirements));
    }

    public static PodSelector equal(Map<String, String> labels) {
        return ALL.and(labels);
    }

    public PodSelector and(Map<String, String> labels) {
        List<NodeRequirement> extended = new ArrayList<>(requirements);
        labels.forEach((key, value) -> extended.add(NodeRequirement.equal(key, value)));
        return new PodSelector(List.copyOf(extended));
    }

    public PodSelector and(PodSelector other) {
        List<NodeRequirement> extended = new ArrayList<>(requirements);
        extended.addAll(other.requirements);
        return new PodSelector(List.copyOf(extended));
    }

    public boolean isEmpty() {
        return requirements.isEmpty();
    }

    public boolean matches(Map<String, String> labels) {
        for (NodeRequirement requirement : requirements) {
            if (!requirement.matches(labels.get(requirement.key()))) {
                return false;
            }
        }
        return true;
    }
}
