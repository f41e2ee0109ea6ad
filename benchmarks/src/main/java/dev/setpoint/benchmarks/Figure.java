package dev.setpoint.benchmarks;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// A measured value, what it has to reach, and what the yardsticks came to in the same run.
///
/// @param place where it stands, if it is a point of a curve
public record Figure(
        String what,
        double value,
        String unit,
        Optional<Goal> goal,
        List<Yardstick> yardsticks,
        Optional<Place> place) {
    /// The same thing measured on something that people know.
    public record Yardstick(String name, double value) {}

    /// @param curve what is measured
    /// @param size how many things there were
    /// @param things what they are
    public record Place(String curve, int size, String things) {}

    public static Figure of(Goal goal, double value, Yardstick... yardsticks) {
        return new Figure(goal.what, value, goal.unit, Optional.of(goal), List.of(yardsticks), Optional.empty());
    }

    /// Without a goal of its own.
    public static Figure shown(String what, double value, String unit, Yardstick... yardsticks) {
        return new Figure(what, value, unit, Optional.empty(), List.of(yardsticks), Optional.empty());
    }

    /// One point of a curve.
    public static Figure at(Place place, double value, String unit) {
        String what = String.format(Locale.ROOT, "%s, %,d %s", place.curve, place.size, place.things);
        return new Figure(what, value, unit, Optional.empty(), List.of(), Optional.of(place));
    }

    /// How the cost of one thing has grown with their number.
    public static Figure straight(String what, double growth) {
        return new Figure(what, growth, "", Optional.of(Goal.STRAIGHT), List.of(), Optional.empty());
    }

    double ratio(Yardstick yardstick) {
        return value / yardstick.value();
    }

    boolean reached() {
        double ratio = yardsticks.isEmpty() ? Double.NaN : ratio(yardsticks.getFirst());
        return goal.isEmpty() || goal.get().reached(value, ratio);
    }

    /// Whether the run fails because of it.
    boolean fails() {
        return goal.isPresent() && goal.get().decides() && !reached();
    }

    /// `ok`, `MISSED`, or `missed` when that alone does not make the run fail.
    String verdict() {
        if (goal.isEmpty()) {
            return "";
        }
        return reached() ? "ok" : goal.get().decides() ? "MISSED" : "missed";
    }

    static final String HEADING =
            String.format(Locale.ROOT, "%-52s %12s  %-11s %-6s  %s", "figure", "value", "goal", "", "beside it");

    String line() {
        return String.format(
                        Locale.ROOT,
                        "%-52s %12s  %-11s %-6s  %s",
                        what,
                        text(value, unit),
                        goal.map(Goal::text).orElse(""),
                        verdict(),
                        beside())
                .stripTrailing();
    }

    private String beside() {
        List<String> parts = yardsticks.stream()
                .map(yardstick -> String.format(
                        Locale.ROOT,
                        "%s %s (x %.2f)",
                        yardstick.name(),
                        text(yardstick.value(), unit),
                        ratio(yardstick)))
                .collect(Collectors.toList());
        goal.map(known -> known.kubernetes)
                .filter(text -> !text.isEmpty())
                .ifPresent(text -> parts.add("Kubernetes " + text));
        return String.join("; ", parts);
    }

    static String text(double value, String unit) {
        double size = Math.abs(value);
        String number = String.format(Locale.ROOT, size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : "%.3f", value);
        return unit.isEmpty() ? number : number + " " + unit;
    }
}
