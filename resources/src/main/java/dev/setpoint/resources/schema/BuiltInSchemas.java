package dev.setpoint.resources.schema;

import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.compact.CompactTable;
import dev.setpoint.machinery.schema.Schema;
import dev.setpoint.machinery.schema.SchemaTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Finds the schema of a built-in kind, of its list, or of any type that they are made of.
public final class BuiltInSchemas {
    private BuiltInSchemas() {}

    /// The schema of a kind that is served or accepted: `apps/v1 Deployment`, `v1 PodList`, `policy/v1 Eviction`,
    /// `v1 DeleteOptions`.
    public static @Nullable Schema find(GroupVersionKind kind) {
        return type(TypeNames.of(kind));
    }

    /// The schema of a kind that is known to be built in.
    public static Schema of(GroupVersionKind kind) {
        Schema schema = find(kind);
        if (schema == null) {
            throw new IllegalArgumentException("kind: " + kind + " (expected: a built-in kind)");
        }
        return schema;
    }

    /// A type by its name: `core.v1.PodSpec`.
    public static @Nullable Schema type(String typeName) {
        return Tables.SCHEMAS.find(typeName);
    }

    /// Every type, in the order of names.
    public static List<String> typeNames() {
        return Tables.SCHEMAS.typeNames();
    }

    private static final class Tables {
        static final SchemaTable SCHEMAS = new SchemaTable(CompactTable.load(BuiltInSchemas.class, "schemas.bin"));
    }
}
