package dev.setpoint.benchmarks;

import java.util.Locale;

/// A measured value and what it must stay under.
record Figure(String what, double value, double goal, String unit) {
    boolean met() {
        return value < goal;
    }

    String line() {
        return String.format(
                Locale.ROOT,
                "%-44s %9.2f %-3s  goal < %.0f %-3s  %s",
                what,
                value,
                unit,
                goal,
                unit,
                met() ? "ok" : "MISSED");
    }
}
