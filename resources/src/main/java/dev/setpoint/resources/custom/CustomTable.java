package dev.setpoint.resources.custom;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.time.HumanDuration;
import dev.setpoint.machinery.time.Timestamps;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.structural.SimplePath;
import dev.setpoint.resources.table.Column;
import dev.setpoint.resources.table.Columns;
import dev.setpoint.resources.table.Row;
import dev.setpoint.resources.table.TableForm;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The table of a custom resource: the name, then the columns of its definition, or the age if there are none.
final class CustomTable {
    /// @param path empty where the definition's is none: such a cell stays empty
    private record Cell(String type, Optional<SimplePath> path) {}

    private CustomTable() {}

    static TableForm of(JsonObject version) {
        List<Column> columns = new ArrayList<>();
        List<Cell> cells = new ArrayList<>();
        columns.add(Columns.name());
        List<JsonObject> additional = Fields.objects(version, "additionalPrinterColumns");
        for (JsonObject column : additional) {
            String path = column.textOr("jsonPath", "");
            String description = column.textOr("description", "");
            columns.add(new Column(
                    column.textOr("name", ""),
                    column.textOr("type", ""),
                    column.textOr("format", ""),
                    (int) column.integerOr("priority", 0),
                    description.isEmpty()
                            ? "Custom resource definition column (in JSONPath format): " + path
                            : description));
            cells.add(new Cell(column.textOr("type", ""), SimplePath.parse(path)));
        }
        if (additional.isEmpty()) {
            columns.add(Columns.age());
            cells.add(new Cell("date", SimplePath.parse(".metadata.creationTimestamp")));
        }
        return new TableForm(columns, (object, now) -> row(cells, object, now));
    }

    private static Row row(List<Cell> cells, JsonObject object, Instant now) {
        List<JsonValue> values = new ArrayList<>(cells.size() + 1);
        values.add(JsonValue.of(Fields.text(object, "metadata", "name")));
        cells.forEach(cell -> values.add(value(cell, object, now)));
        return new Row(values, List.of());
    }

    private static JsonValue value(Cell cell, JsonObject object, Instant now) {
        List<JsonValue> found = cell.path().map(path -> path.all(object)).orElse(List.of());
        if (found.isEmpty()) {
            return JsonValue.JsonNull.NULL;
        }
        return switch (cell.type()) {
            case "string" -> JsonValue.of(found.stream().map(CustomTable::text).collect(Collectors.joining(" ")));
            case "integer" -> integer(found.getFirst());
            case "number" -> isNumber(found.getFirst()) ? found.getFirst() : JsonValue.JsonNull.NULL;
            case "boolean" -> found.getFirst() instanceof JsonValue.JsonBoolean flag ? flag : JsonValue.JsonNull.NULL;
            case "date" -> date(found.getFirst(), now);
            default -> JsonValue.JsonNull.NULL;
        };
    }

    private static JsonValue integer(JsonValue value) {
        return switch (value) {
            case JsonValue.JsonInteger integer -> integer;
            case JsonValue.JsonDecimal(double number) -> JsonValue.of((long) number);
            default -> JsonValue.JsonNull.NULL;
        };
    }

    private static boolean isNumber(JsonValue value) {
        return value instanceof JsonValue.JsonInteger || value instanceof JsonValue.JsonDecimal;
    }

    private static JsonValue date(JsonValue value, Instant now) {
        if (!(value instanceof JsonValue.JsonString(String text))) {
            return JsonValue.JsonNull.NULL;
        }
        return JsonValue.of(Timestamps.parse(text)
                .map(time -> HumanDuration.format(Duration.between(time, now)))
                .orElse("<invalid>"));
    }

    private static String text(JsonValue value) {
        return value instanceof JsonValue.JsonString(String text) ? text : value.toString();
    }
}
