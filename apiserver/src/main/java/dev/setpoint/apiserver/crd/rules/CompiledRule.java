package dev.setpoint.apiserver.crd.rules;

import dev.setpoint.expressions.Expression;
import dev.setpoint.expressions.Expressions;
import dev.setpoint.expressions.MalformedExpressionException;
import dev.setpoint.expressions.ValueType;
import dev.setpoint.expressions.Variable;
import dev.setpoint.resources.structural.Rule;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// A rule, ready to be evaluated.
///
/// @param transition whether it is about a change
/// @param message says what is wrong, where the rule has an expression for that
record CompiledRule(Rule source, Expression rule, boolean transition, Optional<Expression> message) {
    static final String SELF = "self";
    static final String OLD_SELF = "oldSelf";

    /// @throws MalformedExpressionException when the rule itself cannot be compiled
    static Expression compileRule(Rule rule, ValueType type) {
        return Expressions.compile(rule.rule(), variables(rule, type), ValueType.BOOLEAN);
    }

    /// @throws MalformedExpressionException when it cannot be compiled
    static Expression compileMessage(Rule rule, ValueType type) {
        return Expressions.compile(rule.messageExpression(), variables(rule, type), ValueType.TEXT);
    }

    /// Empty for a rule that cannot be compiled.
    static Optional<CompiledRule> compile(Rule rule, ValueType type) {
        try {
            Expression expression = compileRule(rule, type);
            Optional<Expression> message =
                    rule.messageExpression().isBlank() ? Optional.empty() : Optional.of(compileMessage(rule, type));
            return Optional.of(new CompiledRule(rule, expression, expression.mentions(OLD_SELF), message));
        } catch (MalformedExpressionException _) {
            return Optional.empty();
        }
    }

    private static List<Variable> variables(Rule rule, ValueType type) {
        boolean optional = rule.optionalOldSelf().orElse(false);
        return List.of(new Variable(SELF, type), new Variable(OLD_SELF, optional ? ValueType.optional(type) : type));
    }

    boolean optional() {
        return source.optionalOldSelf().orElse(false);
    }

    Map<String, Object> variables(Object self, Optional<Object> oldSelf) {
        Map<String, Object> variables = new TreeMap<>();
        variables.put(SELF, self);
        if (optional()) {
            variables.put(OLD_SELF, oldSelf);
        } else {
            oldSelf.ifPresent(old -> variables.put(OLD_SELF, old));
        }
        return variables;
    }
}
