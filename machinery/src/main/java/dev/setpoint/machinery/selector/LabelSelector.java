package dev.setpoint.machinery.selector;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue.JsonString;
import dev.setpoint.machinery.text.Quoted;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Conditions on labels, all of which must hold. Without conditions it selects everything.
///
///     LabelSelector.parse("app=web,tier in (a,b),!canary").matches(labels)
public final class LabelSelector {
    public static final LabelSelector EVERYTHING = new LabelSelector(List.of(), false);
    public static final LabelSelector NOTHING = new LabelSelector(List.of(), true);

    private final List<Requirement> requirements;
    private final boolean nothing;

    private LabelSelector(List<Requirement> requirements, boolean nothing) {
        this.requirements = requirements;
        this.nothing = nothing;
    }

    /// From the text of a `labelSelector` parameter; the empty text selects everything.
    ///
    /// @throws MalformedSelectorException with the API server's words
    public static LabelSelector parse(String text) {
        return text.isEmpty() ? EVERYTHING : of(new LabelSelectorParser(text).parse());
    }

    /// From a `LabelSelector` of an object. An absent one selects nothing, an empty one everything.
    ///
    /// @throws MalformedSelectorException when an operator, key or value is none
    public static LabelSelector of(@Nullable JsonObject selector) {
        if (selector == null) {
            return NOTHING;
        }
        List<Requirement> requirements = new ArrayList<>();
        JsonObject labels = selector.object("matchLabels");
        if (labels != null) {
            labels.forEach((key, value) -> {
                if (value instanceof JsonString(String text)) {
                    requirements.add(Requirement.checked(key, Requirement.Operator.EQUALS, List.of(text)));
                }
            });
        }
        JsonArray expressions = selector.array("matchExpressions");
        if (expressions != null) {
            expressions.objects().forEach(expression -> requirements.add(requirement(expression)));
        }
        return of(requirements);
    }

    /// Selects what carries all of these labels, which are taken to be sound.
    public static LabelSelector ofLabels(Map<String, String> labels) {
        List<Requirement> requirements = new ArrayList<>();
        labels.forEach(
                (key, value) -> requirements.add(new Requirement(key, Requirement.Operator.EQUALS, List.of(value))));
        return of(requirements);
    }

    public static LabelSelector of(List<Requirement> requirements) {
        return requirements.isEmpty()
                ? EVERYTHING
                : new LabelSelector(
                        requirements.stream()
                                .sorted(Comparator.comparing(Requirement::key))
                                .toList(),
                        false);
    }

    public boolean matches(Map<String, String> labels) {
        if (nothing) {
            return false;
        }
        for (Requirement requirement : requirements) {
            if (!requirement.matches(labels)) {
                return false;
            }
        }
        return true;
    }

    /// Sorted by key.
    public List<Requirement> requirements() {
        return requirements;
    }

    public boolean isEverything() {
        return !nothing && requirements.isEmpty();
    }

    /// The one value that a label must have to be selected, if there is one: for indexes and watch scoping.
    public Optional<String> pinned(String key) {
        for (Requirement requirement : requirements) {
            boolean pins = requirement.operator() == Requirement.Operator.EQUALS
                    || requirement.operator() == Requirement.Operator.IN;
            if (pins && requirement.key().equals(key) && requirement.values().size() == 1) {
                return Optional.of(requirement.values().getFirst());
            }
        }
        return Optional.empty();
    }

    private static Requirement requirement(JsonObject expression) {
        String operator = expression.textOr("operator", "");
        Requirement.Operator parsed = switch (operator) {
            case "In" -> Requirement.Operator.IN;
            case "NotIn" -> Requirement.Operator.NOT_IN;
            case "Exists" -> Requirement.Operator.EXISTS;
            case "DoesNotExist" -> Requirement.Operator.MISSING;
            default ->
                throw new MalformedSelectorException(Quoted.of(operator) + " is not a valid label selector operator");
        };
        JsonArray values = expression.array("values");
        return Requirement.checked(expression.textOr("key", ""), parsed, values == null ? List.of() : values.texts());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LabelSelector that && nothing == that.nothing && requirements.equals(that.requirements);
    }

    @Override
    public int hashCode() {
        return requirements.hashCode() * 31 + Boolean.hashCode(nothing);
    }

    /// The text that [#parse] reads back; empty for everything and, as in Kubernetes, for nothing.
    @Override
    public String toString() {
        return requirements.stream().map(Requirement::toString).collect(Collectors.joining(","));
    }
}
