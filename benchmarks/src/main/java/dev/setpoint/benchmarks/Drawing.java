package dev.setpoint.benchmarks;

import static java.lang.String.format;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Curves as a picture: one chart for each, two in a row, from zero on both axes, so that a straight line through the
/// corner is a cost that grows with the number of things.
final class Drawing {
    private static final int WIDTH = 420;
    private static final int HEIGHT = 260;
    private static final int LEFT = 30;
    private static final int RIGHT = 50;
    private static final int TOP = 50;
    private static final int BOTTOM = 40;
    private static final int COLUMNS = 2;

    private final StringBuilder svg = new StringBuilder();

    private Drawing() {}

    static String svg(List<Figure> figures) {
        Map<String, List<Figure>> curves = new LinkedHashMap<>();
        for (Figure figure : figures) {
            figure.place()
                    .ifPresent(place -> curves.computeIfAbsent(place.curve(), _ -> new ArrayList<>())
                            .add(figure));
        }
        return new Drawing().drawn(curves);
    }

    private String drawn(Map<String, List<Figure>> curves) {
        int rows = (curves.size() + COLUMNS - 1) / COLUMNS;
        add(format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\""
                        + " font-size=\"11\">%n",
                COLUMNS * WIDTH,
                rows * HEIGHT));
        add("<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
        int number = 0;
        for (Map.Entry<String, List<Figure>> curve : curves.entrySet()) {
            add(format(
                    Locale.ROOT,
                    "<g transform=\"translate(%d,%d)\">%n",
                    number % COLUMNS * WIDTH,
                    number / COLUMNS * HEIGHT));
            chart(curve.getKey(), curve.getValue());
            add("</g>\n");
            number++;
        }
        add("</svg>\n");
        return svg.toString();
    }

    private void chart(String title, List<Figure> points) {
        double widest = points.stream().mapToDouble(Drawing::size).max().orElse(1);
        double highest = points.stream().mapToDouble(Figure::value).max().orElse(1);
        String things = points.getFirst().place().orElseThrow().things();
        add(format(Locale.ROOT, "<text x=\"%d\" y=\"20\" font-size=\"13\">%s</text>%n", LEFT, escaped(title)));
        add(format(
                Locale.ROOT,
                "<path d=\"M%d %dV%dH%d\" fill=\"none\" stroke=\"#888\"/>%n",
                LEFT,
                TOP,
                HEIGHT - BOTTOM,
                WIDTH - RIGHT + 10));
        StringBuilder line = new StringBuilder();
        for (Figure point : points) {
            double x = LEFT + size(point) / widest * (WIDTH - LEFT - RIGHT);
            double y = HEIGHT - BOTTOM - point.value() / highest * (HEIGHT - TOP - BOTTOM);
            line.append(format(Locale.ROOT, "%.1f,%.1f ", x, y));
            add(format(Locale.ROOT, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"#2563eb\"/>%n", x, y));
            add(format(
                    Locale.ROOT,
                    "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%s</text>%n",
                    x,
                    y - 8,
                    escaped(Figure.text(point.value(), point.unit()))));
        }
        add(format(
                Locale.ROOT,
                "<polyline points=\"%s\" fill=\"none\" stroke=\"#2563eb\"/>%n",
                line.toString().strip()));
        add(format(Locale.ROOT, "<text x=\"%d\" y=\"%d\">0</text>%n", LEFT, HEIGHT - BOTTOM + 16));
        add(format(
                Locale.ROOT,
                "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%,.0f %s</text>%n",
                WIDTH - RIGHT,
                HEIGHT - BOTTOM + 16,
                widest,
                escaped(things)));
    }

    private static double size(Figure point) {
        return point.place().orElseThrow().size();
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }

    private void add(String element) {
        svg.append(element);
    }
}
