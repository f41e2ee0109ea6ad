package dev.setpoint.resources.table;

import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.text.TextTable;
import dev.setpoint.resources.ResourceTable;
import dev.setpoint.resources.schema.Descriptions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads `columns.tsv`; its head says what the cells mean. Descriptions are looked up for resources that are asked for.
public final class Columns {
    private static final String SHARED = "*";

    private Columns() {}

    /// The columns of a built-in resource. All others have a name and a time of creation.
    public static List<Column> of(GroupVersionResource resource) {
        Rows rows = Tables.BY_RESOURCE.get(resource);
        return rows == null ? Tables.DEFAULT : rows.columns();
    }

    /// The column that every table begins with.
    public static Column name() {
        return Tables.DEFAULT.getFirst();
    }

    /// How old an object is.
    public static Column age() {
        return new Column("Age", "date", "", 0, Tables.shared("Age"));
    }

    private static List<Column> columns(List<String[]> rows) {
        List<Column> columns = new ArrayList<>(rows.size());
        for (String[] row : rows) {
            String format = row[4].equals("-") ? "" : row[4];
            columns.add(new Column(row[2], row[3], format, Integer.parseInt(row[5]), description(row[2], row[6])));
        }
        return List.copyOf(columns);
    }

    private static String description(String column, String text) {
        if (text.equals("-")) {
            return "";
        }
        if (text.startsWith("=")) {
            return Tables.shared(text.length() == 1 ? column : text.substring(1));
        }
        if (text.startsWith("@")) {
            int colon = text.indexOf(':');
            return Descriptions.of(text.substring(1, colon)).field(text.substring(colon + 1));
        }
        return text.replace("\\n", "\n");
    }

    /// What the table says of one resource. Threads that ask at once make the same columns of it.
    private static final class Rows {
        private final List<String[]> cells = new ArrayList<>();
        private volatile @Nullable List<Column> made;

        List<Column> columns() {
            List<Column> known = made;
            if (known == null) {
                known = Columns.columns(cells);
                made = known;
            }
            return known;
        }
    }

    private static final class Tables {
        static final Map<GroupVersionResource, Rows> BY_RESOURCE = new HashMap<>();
        static final Map<String, String> SHARED_DESCRIPTIONS = new HashMap<>();
        static final List<Column> DEFAULT;

        static {
            for (String[] row : TextTable.rows(ResourceTable.class, "columns.tsv", 7)) {
                if (row[0].equals(SHARED)) {
                    SHARED_DESCRIPTIONS.put(row[2], row[6].replace("\\n", "\n"));
                } else {
                    BY_RESOURCE
                            .computeIfAbsent(GroupVersionResource.of(row[0], row[1]), _ -> new Rows())
                            .cells
                            .add(row);
                }
            }
            DEFAULT = List.of(
                    new Column("Name", "string", "name", 0, shared("Name")),
                    new Column("Created At", "date", "", 0, shared("Age")));
        }

        static String shared(String column) {
            String description = SHARED_DESCRIPTIONS.get(column);
            if (description == null) {
                throw new IllegalStateException("columns.tsv shares no description of " + column);
            }
            return description;
        }
    }
}
