package dev.setpoint.generator;

import dev.setpoint.machinery.schema.Merge;
import dev.setpoint.machinery.schema.PatchStrategy;
import dev.setpoint.machinery.schema.Topology;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Reads `merge-rules.tsv` and answers which rule stands at a type or a field. Remembers who was asked for, so that a
/// row that belongs to nothing is found.
final class MergeFacts {
    private record Row(String type, String field, String topology, Merge merge) {
        String place() {
            return type + " " + field;
        }
    }

    private final Map<String, Row> rows;
    private final Set<String> asked = new HashSet<>();

    MergeFacts() {
        rows = FactTable.rows("merge-rules.tsv", 6).stream()
                .map(MergeFacts::row)
                .collect(Collectors.toMap(Row::place, Function.identity()));
    }

    /// The rule of a struct wherever it is used.
    Merge type(String type) {
        Row row = find(type, "-");
        return row == null ? Merge.GRANULAR : row.merge();
    }

    /// The rule of a list or a map in a field.
    Merge field(String type, String field, Merge usual) {
        Row row = find(type, field);
        if (row == null) {
            return usual;
        }
        return row.topology().equals("-")
                ? usual.withPatch(row.merge().strategies(), row.merge().patchKey())
                : row.merge();
    }

    void requireAllUsed() {
        Set<String> unused = new HashSet<>(rows.keySet());
        unused.removeAll(asked);
        if (!unused.isEmpty()) {
            throw new ModelException("merge-rules.tsv speaks of what does not exist: " + unused);
        }
    }

    private @Nullable Row find(String type, String field) {
        asked.add(type + " " + field);
        return rows.get(type + " " + field);
    }

    private static Row row(String[] cells) {
        Topology topology = switch (cells[2]) {
            case "atomic", "-" -> Topology.ATOMIC;
            case "granular" -> Topology.GRANULAR;
            case "set" -> Topology.SET;
            case "map" -> Topology.KEYED;
            default -> throw new ModelException("topology: " + cells[2]);
        };
        List<PatchStrategy> strategies = new ArrayList<>();
        for (String word : FactTable.words(cells[4])) {
            strategies.add(
                    switch (word) {
                        case "merge" -> PatchStrategy.MERGE;
                        case "replace" -> PatchStrategy.REPLACE;
                        case "retainKeys" -> PatchStrategy.RETAIN_KEYS;
                        default -> throw new ModelException("patch strategy: " + word);
                    });
        }
        Merge merge = new Merge(topology, FactTable.words(cells[3]), strategies, cells[5].equals("-") ? "" : cells[5]);
        return new Row(cells[0], cells[1], cells[2], merge);
    }
}
