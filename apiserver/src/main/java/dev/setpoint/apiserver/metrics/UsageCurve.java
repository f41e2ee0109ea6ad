package dev.setpoint.apiserver.metrics;

import dev.setpoint.expressions.BudgetExceededException;
import dev.setpoint.expressions.CostBudget;
import dev.setpoint.expressions.EvaluationException;
import dev.setpoint.expressions.Expression;
import dev.setpoint.expressions.Expressions;
import dev.setpoint.expressions.MalformedExpressionException;
import dev.setpoint.expressions.ValueType;
import dev.setpoint.expressions.Variable;
import dev.setpoint.machinery.quantity.MalformedQuantityException;
import dev.setpoint.machinery.quantity.Quantity;
import dev.setpoint.machinery.quantity.QuantityFormat;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a pod uses, as somebody declared it: a quantity, or how it changes with `t`, the seconds since the pod started.
///
///     250m                        always a quarter of a core
///     t < 60 ? "200m" : "1400m"   a jump after a minute: quantities
///     0.2 + t * 0.01              a ramp: a hundredth of a core more in each second
///     string(200 + t * 10) + "m"  the same in thousandths; here `t` is a whole number
///
/// `t` is a whole number where that makes sense of the expression, and a decimal number where only that does: CEL does
/// not mix them. The result is a quantity as a text, or a number of cores or bytes.
sealed interface UsageCurve {
    /// Empty when there is no such amount: an expression may divide by zero.
    Optional<Quantity> at(Duration age);

    /// @return empty when the text is neither
    static Optional<UsageCurve> parse(String text) {
        try {
            return Optional.of(new Constant(Quantity.parse(text)));
        } catch (MalformedQuantityException _) {
            return compile(text, ValueType.INTEGER)
                    .<UsageCurve>map(WholeSeconds::new)
                    .or(() -> compile(text, ValueType.DECIMAL).map(Seconds::new));
        }
    }

    private static Optional<Expression> compile(String text, ValueType time) {
        try {
            return Optional.of(Expressions.compile(text, List.of(new Variable("t", time)), ValueType.ANY));
        } catch (MalformedExpressionException _) {
            return Optional.empty();
        }
    }

    record Constant(Quantity amount) implements UsageCurve {
        @Override
        public Optional<Quantity> at(Duration age) {
            return Optional.of(amount);
        }
    }

    record WholeSeconds(Expression expression) implements UsageCurve {
        @Override
        public Optional<Quantity> at(Duration age) {
            return evaluate(expression, age.toSeconds());
        }
    }

    record Seconds(Expression expression) implements UsageCurve {
        @Override
        public Optional<Quantity> at(Duration age) {
            return evaluate(expression, age.toMillis() / 1000.0);
        }
    }

    private static Optional<Quantity> evaluate(Expression expression, Object t) {
        try {
            return switch (expression.evaluate(Map.of("t", t), new CostBudget(10_000))) {
                case String text -> Optional.of(Quantity.parse(text));
                case Long number -> Optional.of(Quantity.of(number, QuantityFormat.DECIMAL));
                case Double number
                when Math.abs(number) < Long.MAX_VALUE / 1000.0 ->
                    Optional.of(Quantity.ofMillis(Math.round(number * 1000), QuantityFormat.DECIMAL));
                default -> Optional.empty();
            };
        } catch (EvaluationException | BudgetExceededException | MalformedQuantityException _) {
            return Optional.empty();
        }
    }
}
