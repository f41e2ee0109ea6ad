package dev.setpoint.resources.table;

import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.resources.TextTable;
import dev.setpoint.resources.schema.Descriptions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Reads `columns.tsv`; its head says what the cells mean.
public final class Columns {
    private static final String SHARED = "*";

    private Columns() {}

    /// The columns of a built-in resource. Those that nothing is known of have a name and a time of creation.
    public static List<Column> of(GroupVersionResource resource) {
        return Tables.BY_RESOURCE.getOrDefault(resource, Tables.DEFAULT);
    }

    private static final class Tables {
        static final Map<GroupVersionResource, List<Column>> BY_RESOURCE;
        static final List<Column> DEFAULT;

        static {
            Map<String, String> shared = new HashMap<>();
            Map<GroupVersionResource, List<Column>> columns = new HashMap<>();
            for (String[] row : TextTable.rows("columns.tsv", 7)) {
                if (row[0].equals(SHARED)) {
                    shared.put(row[2], row[6].replace("\\n", "\n"));
                } else {
                    columns.computeIfAbsent(GroupVersionResource.of(row[0], row[1]), _ -> new ArrayList<>())
                            .add(column(row, shared));
                }
            }
            columns.replaceAll((_, list) -> List.copyOf(list));
            BY_RESOURCE = Map.copyOf(columns);
            DEFAULT = List.of(
                    new Column("Name", "string", "name", 0, shared.getOrDefault("Name", "")),
                    new Column("Created At", "date", "", 0, shared.getOrDefault("Age", "")));
        }

        private static Column column(String[] row, Map<String, String> shared) {
            String format = row[4].equals("-") ? "" : row[4];
            return new Column(row[2], row[3], format, Integer.parseInt(row[5]), description(row[2], row[6], shared));
        }

        private static String description(String column, String text, Map<String, String> shared) {
            if (text.equals("-")) {
                return "";
            }
            if (text.startsWith("=")) {
                return shared.getOrDefault(text.length() == 1 ? column : text.substring(1), "");
            }
            if (text.startsWith("@")) {
                int colon = text.indexOf(':');
                return Descriptions.of(text.substring(1, colon)).field(text.substring(colon + 1));
            }
            return text.replace("\\n", "\n");
        }
    }
}
