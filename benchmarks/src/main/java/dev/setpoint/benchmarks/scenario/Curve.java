package dev.setpoint.benchmarks.scenario;

import dev.setpoint.benchmarks.Figure;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// What something costs at sizes of which each is twice the last.
final class Curve {
    private final String what;
    private final String things;
    private final String unit;
    private final List<Point> points = new ArrayList<>();

    private record Point(int size, double cost) {}

    /// @param things of which there are twice as many each time
    Curve(String what, String things, String unit) {
        this.what = what;
        this.things = things;
        this.unit = unit;
    }

    void at(int size, double cost) {
        points.add(new Point(size, cost));
    }

    /// The points, and how much the cost of one thing has grown from the first to the last: 1 is a straight line
    /// through
    /// zero, less means that a part of the cost is there at any size.
    List<Figure> figures() {
        List<Figure> figures = new ArrayList<>();
        for (Point point : points) {
            figures.add(Figure.at(new Figure.Place(what, point.size, things), point.cost, unit));
        }
        Point first = points.getFirst();
        Point last = points.getLast();
        double growth = (last.cost / last.size) / (first.cost / first.size);
        figures.add(Figure.straight(
                String.format(Locale.ROOT, "  cost of one, at %,d to at %,d", last.size, first.size), growth));
        return figures;
    }
}
