package dev.setpoint.machinery.selector;

import dev.setpoint.machinery.api.FieldError;
import dev.setpoint.machinery.text.LabelSyntax;
import dev.setpoint.machinery.text.Quoted;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/// One condition on one label.
///
/// @param values sorted; one for [Operator#EQUALS], [Operator#NOT_EQUALS], [Operator#GREATER] and [Operator#LESS],
///     none for [Operator#EXISTS] and [Operator#MISSING]
public record Requirement(String key, Operator operator, List<String> values) {
    public enum Operator {
        EQUALS,
        NOT_EQUALS,
        IN,
        NOT_IN,
        EXISTS,
        MISSING,
        GREATER,
        LESS
    }

    public Requirement {
        values = values.stream().sorted().distinct().toList();
    }

    /// The requirement if it is sound, else a complaint that names every mistake.
    static Requirement checked(String key, Operator operator, List<String> values) {
        Requirement requirement = new Requirement(key, operator, values);
        List<FieldError> mistakes = requirement.mistakes();
        if (!mistakes.isEmpty()) {
            List<String> texts =
                    mistakes.stream().map(FieldError::toString).distinct().toList();
            throw new MalformedSelectorException(
                    texts.size() == 1 ? texts.getFirst() : "[" + String.join(", ", texts) + "]");
        }
        return requirement;
    }

    boolean matches(Map<String, String> labels) {
        String value = labels.get(key);
        return switch (operator) {
            case EQUALS, IN -> value != null && values.contains(value);
            case NOT_EQUALS, NOT_IN -> value == null || !values.contains(value);
            case EXISTS -> value != null;
            case MISSING -> value == null;
            case GREATER -> value != null && compare(value) > 0;
            case LESS -> value != null && compare(value) < 0;
        };
    }

    /// How a label's value stands to this requirement's; 0, which is neither greater nor less, if one is no number.
    private int compare(String value) {
        OptionalLong number = number(value);
        OptionalLong bound = number(values.getFirst());
        return number.isPresent() && bound.isPresent() ? Long.compare(number.getAsLong(), bound.getAsLong()) : 0;
    }

    private List<FieldError> mistakes() {
        List<FieldError> mistakes = new ArrayList<>(0);
        List<String> badKey = LabelSyntax.key(key);
        if (!badKey.isEmpty()) {
            mistakes.add(FieldError.invalid("key", Quoted.of(key), String.join("; ", badKey)));
        }
        switch (operator) {
            case IN, NOT_IN -> {
                if (values.isEmpty()) {
                    mistakes.add(FieldError.invalid(
                            "values", "[]", "for 'in', 'notin' operators, values set can't be empty"));
                }
            }
            case EXISTS, MISSING -> {
                if (!values.isEmpty()) {
                    String shown = values.stream().map(Quoted::of).collect(Collectors.joining(",", "[", "]"));
                    mistakes.add(FieldError.invalid(
                            "values", shown, "values set must be empty for exists and does not exist"));
                }
            }
            case GREATER, LESS -> {
                if (number(values.getFirst()).isEmpty()) {
                    mistakes.add(FieldError.invalid(
                            "values[0]",
                            Quoted.of(values.getFirst()),
                            "for 'Gt', 'Lt' operators, the value must be an integer"));
                }
            }
            case EQUALS, NOT_EQUALS -> {}
        }
        for (int i = 0; i < values.size(); i++) {
            List<String> badValue = LabelSyntax.value(values.get(i));
            if (!badValue.isEmpty()) {
                mistakes.add(FieldError.invalid(
                        "values[" + i + "][" + key + "]", Quoted.of(values.get(i)), String.join("; ", badValue)));
            }
        }
        return mistakes;
    }

    private static OptionalLong number(String text) {
        try {
            return OptionalLong.of(Long.parseLong(text));
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    @Override
    public String toString() {
        return switch (operator) {
            case EQUALS -> key + "=" + values.getFirst();
            case NOT_EQUALS -> key + "!=" + values.getFirst();
            case IN -> key + " in (" + String.join(",", values) + ")";
            case NOT_IN -> key + " notin (" + String.join(",", values) + ")";
            case EXISTS -> key;
            case MISSING -> "!" + key;
            case GREATER -> key + ">" + values.getFirst();
            case LESS -> key + "<" + values.getFirst();
        };
    }
}
