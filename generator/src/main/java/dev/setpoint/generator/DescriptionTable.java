package dev.setpoint.generator;

import dev.setpoint.generator.ApiType.ApiField;
import dev.setpoint.machinery.compact.CompactTable;
import dev.setpoint.machinery.compact.RecordWriter;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// What types and fields mean, apart from the schemas because only people read it: for each type its description, then
/// names and descriptions of its fields.
final class DescriptionTable {
    private DescriptionTable() {}

    static byte[] encode(SortedMap<String, ApiType> types) {
        SortedMap<String, RecordWriter> records = new TreeMap<>();
        for (ApiType type : types.values()) {
            List<ApiField> described = type.fields().stream()
                    .filter(field -> !field.description().isEmpty())
                    .toList();
            RecordWriter record = new RecordWriter().text(type.description()).number(described.size());
            described.forEach(field -> record.text(field.name()).text(field.description()));
            records.put(type.name(), record);
        }
        return CompactTable.encode(records);
    }
}
