package dev.setpoint.expressions;

/// An evaluation was given up because it cost too much.
public final class BudgetExceededException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BudgetExceededException() {
        super("the cost of the expression exceeds its limit", null, false, false);
    }
}
