package dev.setpoint.resources.table;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import java.util.ArrayList;
import java.util.List;

/// One object in a table.
///
/// @param cells one for each column, those of wide output included
/// @param conditions what a client may want to know of the row: that the pod in it has come to an end
public record Row(List<JsonValue> cells, List<JsonObject> conditions) {
    public Row {
        cells = List.copyOf(cells);
        conditions = List.copyOf(conditions);
    }

    /// A row of texts, whole numbers and booleans.
    static Row of(Object... values) {
        List<JsonValue> cells = new ArrayList<>(values.length);
        for (Object value : values) {
            cells.add(
                    switch (value) {
                        case String text -> JsonValue.of(text);
                        case Long number -> JsonValue.of(number);
                        case Boolean flag -> JsonValue.of(flag);
                        case JsonValue json -> json;
                        default ->
                            throw new IllegalArgumentException("cell: " + value + " (expected: text, number or flag)");
                    });
        }
        return new Row(cells, List.of());
    }

    Row with(JsonObject condition) {
        return new Row(cells, List.of(condition));
    }
}
