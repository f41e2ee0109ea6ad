package dev.setpoint.machinery.header;

import dev.setpoint.machinery.header.SelectableFields.FieldText;
import dev.setpoint.machinery.header.SelectableFields.SelectableField;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue.JsonBoolean;
import dev.setpoint.machinery.json.JsonValue.JsonInteger;
import dev.setpoint.machinery.json.JsonValue.JsonString;
import dev.setpoint.machinery.text.TextTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Reads `selectable-fields.tsv`; its head says what the cells mean.
final class FieldTable {
    static final Map<String, SelectableFields> BY_RESOURCE = read();

    private FieldTable() {}

    private static Map<String, SelectableFields> read() {
        Map<String, List<SelectableField>> rows = new TreeMap<>();
        for (String[] row : TextTable.rows(FieldTable.class, "selectable-fields.tsv", 5)) {
            if (row[4].equals("yes")) {
                String label = row[1].equals("-") ? "" : row[1];
                String name = row[2].equals("=") ? label : row[2];
                rows.computeIfAbsent(row[0], resource -> new ArrayList<>(8))
                        .add(new SelectableField(label, name, fieldText(row[3])));
            }
        }
        Map<String, SelectableFields> fields = new TreeMap<>();
        rows.forEach((resource, found) -> fields.put(resource, SelectableFields.of(found)));
        return Collections.unmodifiableMap(fields);
    }

    private static FieldText fieldText(String cell) {
        List<String> words = TextTable.words(cell, " ");
        String[][] paths = new String[words.size() - 1][];
        for (int i = 0; i < paths.length; i++) {
            paths[i] = words.get(i + 1).split("\\.", -1);
        }
        if (words.getFirst().equals("text") && paths.length == 1) {
            return object -> text(object, paths[0]);
        }
        return switch (words.getFirst()) {
            case "text" -> object -> firstText(object, paths);
            case "flag" -> object -> Boolean.toString(object.at(paths[0]) instanceof JsonBoolean flag && flag.value());
            case "number" ->
                object -> object.at(paths[0]) instanceof JsonInteger number ? Long.toString(number.value()) : "0";
            default -> throw new IllegalStateException(cell + " (expected: text, flag or number first)");
        };
    }

    private static String firstText(JsonObject object, String[][] paths) {
        for (String[] path : paths) {
            String text = text(object, path);
            if (!text.isEmpty()) {
                return text;
            }
        }
        return "";
    }

    private static String text(JsonObject object, String[] path) {
        return object.at(path) instanceof JsonString text ? text.value() : "";
    }
}
