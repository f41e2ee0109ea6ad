package dev.setpoint.expressions;

/// How much may still be computed. One is about one step of an expression; a step over a long text or a list
/// costs more. Used by one thread.
public final class CostBudget {
    private long left;

    public CostBudget(long budget) {
        this.left = budget;
    }

    public long left() {
        return left;
    }

    public boolean exhausted() {
        return left < 0;
    }

    void charge(long cost) {
        left -= cost;
    }
}
