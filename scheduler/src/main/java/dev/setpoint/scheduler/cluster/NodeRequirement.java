package dev.setpoint.scheduler.cluster;

import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// One condition on one label, or on one field of a node: `zone In (a, b)`.
public record NodeRequirement(String key, Operator operator, List<String> values) {
    public enum Operator {
        IN,
        NOT_IN,
        EXISTS,
        DOES_NOT_EXIST,
        GREATER_THAN,
        LESS_THAN,
        /// What cannot be understood matches no node.
        NEVER
    }

    static NodeRequirement label(NodeSelectorRequirement requirement) {
        return read(requirement.getKey(), requirement.getOperator(), requirement.getValues());
    }

    static NodeRequirement label(LabelSelectorRequirement requirement) {
        return read(requirement.getKey(), requirement.getOperator(), requirement.getValues());
    }

    static NodeRequirement equal(String key, String value) {
        return new NodeRequirement(key, Operator.IN, List.of(value));
    }

    private static NodeRequirement read(String key, String operatorName, List<String> allValues) {
        List<String> values = List.copyOf(allValues);
        Operator operator = switch (operatorName) {
            case "In" -> values.isEmpty() ? Operator.NEVER : Operator.IN;
            case "NotIn" -> values.isEmpty() ? Operator.NEVER : Operator.NOT_IN;
            case "Exists" -> values.isEmpty() ? Operator.EXISTS : Operator.NEVER;
            case "DoesNotExist" -> values.isEmpty() ? Operator.DOES_NOT_EXIST : Operator.NEVER;
            case "Gt" -> isOneNumber(values) ? Operator.GREATER_THAN : Operator.NEVER;
            case "Lt" -> isOneNumber(values) ? Operator.LESS_THAN : Operator.NEVER;
            default -> Operator.NEVER;
        };
        return new NodeRequirement(key, operator, values);
    }

    /// Fields know only `In` and `NotIn`, with exactly one value.
    static NodeRequirement field(NodeSelectorRequirement requirement) {
        NodeRequirement read = label(requirement);
        boolean valid = (read.operator == Operator.IN || read.operator == Operator.NOT_IN) && read.values.size() == 1;
        return valid ? read : new NodeRequirement(read.key, Operator.NEVER, read.values);
    }

    /// @param actual what the object has under this key; null when it has nothing
    boolean matches(@Nullable String actual) {
        return switch (operator) {
            case IN -> actual != null && values.contains(actual);
            case NOT_IN -> actual == null || !values.contains(actual);
            case EXISTS -> actual != null;
            case DOES_NOT_EXIST -> actual == null;
            case GREATER_THAN -> compare(actual) > 0;
            case LESS_THAN -> compare(actual) < 0;
            case NEVER -> false;
        };
    }

    /// Zero, which satisfies neither comparison, when the label is missing or no number.
    private int compare(@Nullable String actual) {
        if (actual == null) {
            return 0;
        }
        OptionalLong number = number(actual);
        return number.isEmpty()
                ? 0
                : Long.compare(number.getAsLong(), number(values.getFirst()).orElseThrow());
    }

    private static boolean isOneNumber(List<String> values) {
        return values.size() == 1 && number(values.getFirst()).isPresent();
    }

    private static OptionalLong number(String text) {
        try {
            return OptionalLong.of(Long.parseLong(text));
        } catch (NumberFormatException _) {
            return OptionalLong.empty();
        }
    }
}
