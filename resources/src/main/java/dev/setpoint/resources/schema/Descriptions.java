package dev.setpoint.resources.schema;

import dev.setpoint.machinery.compact.CompactReader;
import dev.setpoint.machinery.compact.CompactTable;

/// What types and fields mean, in the words of the API. Empty where it says nothing.
public final class Descriptions {
    private Descriptions() {}

    public static String type(String typeName) {
        return text(typeName);
    }

    public static String field(String typeName, String field) {
        return text(typeName + ":" + field);
    }

    private static String text(String name) {
        CompactReader record = Tables.DESCRIPTIONS.find(name);
        return record == null ? "" : record.text();
    }

    private static final class Tables {
        static final CompactTable DESCRIPTIONS = CompactTable.load(Descriptions.class, "descriptions.bin");
    }
}
