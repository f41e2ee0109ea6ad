package dev.setpoint.expressions;

import com.google.protobuf.NullValue;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelErrorCode;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import java.util.Collection;
import java.util.Map;

/// An expression that was compiled. May be evaluated by several threads at once.
public final class Expression {
    /// CEL's null among values.
    public static final Object NULL = NullValue.NULL_VALUE;

    /// No single evaluation costs more, whatever the budget.
    private static final long PER_CALL = 1_000_000;

    /// How many characters or elements are looked at for the price of one.
    private static final int TRAVERSED = 10;

    private final String text;
    private final CelAbstractSyntaxTree tree;
    private final CelRuntime.Program program;

    Expression(String text, CelAbstractSyntaxTree tree, CelRuntime.Program program) {
        this.text = text;
        this.tree = tree;
        this.program = program;
    }

    /// Whether the expression uses this variable.
    public boolean mentions(String variable) {
        return tree.getReferenceMap().values().stream()
                .anyMatch(reference -> reference.name().equals(variable));
    }

    /// @param values of the variables that were declared
    /// @throws EvaluationException when there is no value
    /// @throws BudgetExceededException when it costs more than is left, or more than any call may
    public Object evaluate(Map<String, ?> values, CostBudget budget) {
        Meter meter = new Meter(budget);
        try {
            return program.trace(values, (_, value) -> meter.step(value));
        } catch (CelEvaluationException e) {
            if (meter.stopped) {
                throw new BudgetExceededException();
            }
            throw new EvaluationException(message(e));
        }
    }

    /// In the words of Kubernetes' own engine, where it has others.
    private static String message(CelEvaluationException e) {
        String message = String.valueOf(e.getMessage());
        int colon = message.indexOf(": ");
        String bare = message.startsWith("evaluation error") && colon >= 0 ? message.substring(colon + 2) : message;
        if (e.getErrorCode() == CelErrorCode.DIVIDE_BY_ZERO) {
            return "division by zero";
        }
        return bare.startsWith("key '") && bare.contains("' is not present in map")
                ? "no such key: " + bare.substring("key '".length(), bare.indexOf("' is not present"))
                : bare;
    }

    /// Counts the steps of one evaluation.
    private static final class Meter {
        private final CostBudget budget;
        private long spent;
        private boolean stopped;

        Meter(CostBudget budget) {
            this.budget = budget;
        }

        void step(Object value) {
            int traversed = switch (value) {
                case String string -> string.length();
                case Collection<?> collection -> collection.size();
                default -> 0;
            };
            long cost = 1L + traversed / TRAVERSED;
            spent += cost;
            budget.charge(cost);
            if (budget.exhausted() || spent > PER_CALL) {
                stopped = true;
                throw new BudgetExceededException();
            }
        }
    }

    @Override
    public String toString() {
        return text;
    }
}
