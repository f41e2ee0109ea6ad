package dev.setpoint.resources.schema;

import dev.setpoint.machinery.compact.CompactTable;
import dev.setpoint.machinery.compact.RecordReader;
import java.util.HashMap;
import java.util.Map;

/// What a type and its fields mean, in the words of the API. Empty where it says nothing. Read anew each time: few ask,
/// and what they make of it they keep.
public record Descriptions(String type, Map<String, String> fields) {
    private static final Descriptions NONE = new Descriptions("", Map.of());

    public static Descriptions of(String typeName) {
        RecordReader record = Tables.DESCRIPTIONS.find(typeName);
        if (record == null) {
            return NONE;
        }
        String type = record.text();
        int count = record.number();
        Map<String, String> fields = HashMap.newHashMap(count);
        for (int i = 0; i < count; i++) {
            String name = record.text();
            fields.put(name, record.text());
        }
        return new Descriptions(type, fields);
    }

    public String field(String name) {
        return fields.getOrDefault(name, "");
    }

    private static final class Tables {
        static final CompactTable DESCRIPTIONS = CompactTable.load(Descriptions.class, "descriptions.bin");
    }
}
