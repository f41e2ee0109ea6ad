package dev.setpoint.benchmarks;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.JsonWriter;
import java.util.List;

/// What becomes of figures after they were printed.
final class Report {
    private Report() {}

    /// Says what was missed.
    ///
    /// @return how the process ends: 1 when a goal that decides was missed
    static int conclude(List<Figure> figures) {
        List<Figure> missed = figures.stream().filter(Figure::fails).toList();
        missed.forEach(figure -> System.out.println("missed: " + figure.what()));
        return missed.isEmpty() ? 0 : 1;
    }

    static String json(List<Figure> figures) {
        JsonArray all = new JsonArray();
        figures.forEach(figure -> all.add(json(figure)));
        return JsonWriter.text(new JsonObject().put("figures", all)) + "\n";
    }

    private static JsonObject json(Figure figure) {
        JsonObject object = new JsonObject()
                .put("figure", figure.what())
                .put("value", number(figure.value()))
                .put("unit", figure.unit());
        figure.place().ifPresent(place -> object.put("curve", place.curve()).put("at", place.size()));
        figure.goal().ifPresent(goal -> object.put("goal", goal.text()).put("verdict", figure.verdict()));
        JsonObject yardsticks = new JsonObject();
        for (Figure.Yardstick yardstick : figure.yardsticks()) {
            yardsticks.put(
                    yardstick.name(),
                    new JsonObject()
                            .put("value", number(yardstick.value()))
                            .put("ratio", number(figure.ratio(yardstick))));
        }
        return object.put("yardsticks", yardsticks);
    }

    private static JsonValue number(double value) {
        return new JsonValue.JsonDecimal(value);
    }
}
