package dev.setpoint.benchmarks;

import java.util.Locale;

/// A measured value and what it must stay under, or reach.
record Figure(String what, double value, Bound bound, double goal, String unit) {
    enum Bound {
        BELOW("<"),
        AT_LEAST(">=");

        private final String sign;

        Bound(String sign) {
            this.sign = sign;
        }
    }

    /// To stay under the goal.
    Figure(String what, double value, double goal, String unit) {
        this(what, value, Bound.BELOW, goal, unit);
    }

    static Figure atLeast(String what, double value, double goal, String unit) {
        return new Figure(what, value, Bound.AT_LEAST, goal, unit);
    }

    boolean met() {
        return switch (bound) {
            case BELOW -> value < goal;
            case AT_LEAST -> value >= goal;
        };
    }

    String line() {
        return String.format(
                Locale.ROOT,
                "%-44s %9.2f %-3s  goal %2s %.0f %-3s  %s",
                what,
                value,
                unit,
                bound.sign,
                goal,
                unit,
                met() ? "ok" : "MISSED");
    }
}
