package dev.setpoint.benchmarks;

import java.util.Locale;

/// A measured value and what it must stay under, or reach.
public record Figure(String what, double value, Bound bound, double goal, String unit) {
    /// What the goal is to the value.
    public enum Bound {
        NONE(""),
        BELOW("<"),
        AT_LEAST(">=");

        private final String sign;

        Bound(String sign) {
            this.sign = sign;
        }
    }

    /// To stay under the goal.
    public Figure(String what, double value, double goal, String unit) {
        this(what, value, Bound.BELOW, goal, unit);
    }

    static Figure atLeast(String what, double value, double goal, String unit) {
        return new Figure(what, value, Bound.AT_LEAST, goal, unit);
    }

    /// Without a goal of its own.
    public static Figure shown(String what, double value, String unit) {
        return new Figure(what, value, Bound.NONE, 0, unit);
    }

    boolean met() {
        return switch (bound) {
            case NONE -> true;
            case BELOW -> value < goal;
            case AT_LEAST -> value >= goal;
        };
    }

    String line() {
        String measured = String.format(Locale.ROOT, "%-44s %9.2f %-3s", what, value, unit);
        return bound == Bound.NONE
                ? measured
                : String.format(
                        Locale.ROOT,
                        "%s  goal %2s %.0f %-3s  %s",
                        measured,
                        bound.sign,
                        goal,
                        unit,
                        met() ? "ok" : "MISSED");
    }
}
