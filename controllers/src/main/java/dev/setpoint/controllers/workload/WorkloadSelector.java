package dev.setpoint.controllers.workload;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Decides whether a workload's selector picks an object by its labels.
public final class WorkloadSelector {
    private WorkloadSelector() {}

    /// True when nothing is asked for. Such a selector is refused by validation; where it creeps in, it
    /// selects nothing, since the alternative is to own every pod of the namespace.
    public static boolean empty(@Nullable LabelSelector selector) {
        return selector == null
                || (Metadata.orEmpty(selector.getMatchLabels()).isEmpty()
                        && selector.getMatchExpressions().isEmpty());
    }

    public static boolean matches(@Nullable LabelSelector selector, Map<String, String> labels) {
        return selector != null
                && !empty(selector)
                && contains(labels, Metadata.orEmpty(selector.getMatchLabels()))
                && allHold(selector.getMatchExpressions(), labels);
    }

    private static boolean allHold(List<LabelSelectorRequirement> requirements, Map<String, String> labels) {
        for (LabelSelectorRequirement requirement : requirements) {
            if (!holds(requirement, labels)) {
                return false;
            }
        }
        return true;
    }

    /// Whether every wanted label is there with its value.
    public static boolean contains(Map<String, String> labels, Map<String, String> wanted) {
        for (Map.Entry<String, String> label : wanted.entrySet()) {
            if (!label.getValue().equals(labels.get(label.getKey()))) {
                return false;
            }
        }
        return true;
    }

    private static boolean holds(LabelSelectorRequirement requirement, Map<String, String> labels) {
        String value = labels.get(requirement.getKey());
        return switch (requirement.getOperator()) {
            case "In" -> value != null && requirement.getValues().contains(value);
            case "NotIn" -> value == null || !requirement.getValues().contains(value);
            case "Exists" -> value != null;
            case "DoesNotExist" -> value == null;
            default ->
                throw new IllegalArgumentException(
                        "operator: " + requirement.getOperator() + " (expected: In, NotIn, Exists or DoesNotExist)");
        };
    }
}
