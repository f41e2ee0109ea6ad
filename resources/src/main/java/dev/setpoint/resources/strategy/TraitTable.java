package dev.setpoint.resources.strategy;

import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.text.TextTable;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Reads `traits.tsv`; its head says what the cells mean.
final class TraitTable {
    private static final Map<GroupVersionKind, Traits> BY_KIND = read();

    private TraitTable() {}

    /// @param kind in the version in which objects are kept
    static Traits of(GroupVersionKind kind) {
        Traits traits = BY_KIND.get(kind);
        if (traits == null) {
            throw new IllegalStateException(kind + " is not in traits.tsv");
        }
        return traits;
    }

    static Set<GroupVersionKind> kinds() {
        return Collections.unmodifiableSet(BY_KIND.keySet());
    }

    private static Map<GroupVersionKind, Traits> read() {
        Map<GroupVersionKind, Traits> traits = new HashMap<>();
        for (String[] row : TextTable.rows(TraitTable.class, "traits.tsv", 10)) {
            traits.put(
                    GroupVersionKind.of(row[0], row[1]),
                    new Traits(
                            NameRule.valueOf(row[2]),
                            Traits.Finalizers.valueOf(row[3]),
                            Traits.Generations.valueOf(row[4]),
                            Traits.UpdateVersion.valueOf(row[5]),
                            Traits.UpdateOfMissing.valueOf(row[6]),
                            Traits.Dependents.valueOf(row[7]),
                            Traits.DeletionAnswer.valueOf(row[8]),
                            row[9].equals("-") ? Optional.empty() : Optional.of(row[9])));
        }
        return traits;
    }
}
