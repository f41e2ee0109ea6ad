package dev.setpoint.generator;

import dev.setpoint.generator.ApiType.ApiField;
import dev.setpoint.machinery.compact.CompactTable;
import dev.setpoint.machinery.compact.CompactWriter;
import java.util.SortedMap;
import java.util.TreeMap;

/// What types and fields mean, apart from the schemas because only people read it: the description of the type under
/// its name, that of a field under the type's name, a colon and its own.
final class Descriptions {
    private Descriptions() {}

    static byte[] encode(SortedMap<String, ApiType> types) {
        SortedMap<String, CompactWriter> records = new TreeMap<>();
        for (ApiType type : types.values()) {
            add(type.name(), type.description(), records);
            for (ApiField field : type.fields()) {
                add(type.name() + ":" + field.name(), field.description(), records);
            }
        }
        return CompactTable.encode(records);
    }

    private static void add(String name, String description, SortedMap<String, CompactWriter> records) {
        if (!description.isEmpty()) {
            records.put(name, new CompactWriter().text(description));
        }
    }
}
