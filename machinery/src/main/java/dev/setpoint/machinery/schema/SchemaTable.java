package dev.setpoint.machinery.schema;

import dev.setpoint.machinery.compact.CompactTable;
import dev.setpoint.machinery.compact.RecordReader;
import dev.setpoint.machinery.compact.RecordWriter;
import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.JsonWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// Named struct types in compact form. A type is read when somebody first asks for its fields, so that a process that
/// serves six hundred types pays for those in use.
public final class SchemaTable {
    private final CompactTable table;
    private final AtomicReferenceArray<@Nullable Schema> types;

    public SchemaTable(CompactTable table) {
        this.table = table;
        this.types = new AtomicReferenceArray<>(table.size());
    }

    public List<String> typeNames() {
        return table.names();
    }

    /// The struct with this name: `apps.v1.DeploymentSpec`.
    public @Nullable Schema find(String typeName) {
        int number = table.number(typeName);
        return number < 0 ? null : type(number);
    }

    /// Encodes struct types, all by name. Whatever struct a field mentions must be among them.
    public static byte[] encode(SortedMap<String, Schema> types) {
        SortedMap<String, RecordWriter> records = new TreeMap<>();
        List<String> names = List.copyOf(types.keySet());
        types.forEach((name, type) -> {
            RecordWriter out = new RecordWriter();
            writeMerge(type.merge(), out);
            out.number(type.fields().size());
            type.fields().forEach(field -> writeField(field, types, names, out));
            records.put(name, out);
        });
        return CompactTable.encode(records);
    }

    private static void writeField(Field field, SortedMap<String, Schema> types, List<String> names, RecordWriter out) {
        out.text(field.name()).flag(field.required()).oneOf(Presence.values(), field.presence());
        out.text(field.fallback() == null ? "" : JsonWriter.text(field.fallback()));
        writeSchema(field.schema(), types, names, out);
    }

    private static void writeSchema(
            Schema schema, SortedMap<String, Schema> types, List<String> names, RecordWriter out) {
        out.oneOf(Shape.values(), schema.shape());
        switch (schema.shape()) {
            case STRUCT -> {
                Schema type = types.get(schema.typeName());
                if (type == null) {
                    throw new IllegalArgumentException(schema.typeName() + " is not among the types");
                }
                boolean ruled = !type.merge().equals(schema.merge());
                out.number(names.indexOf(schema.typeName())).flag(ruled);
                if (ruled) {
                    writeMerge(schema.merge(), out);
                }
            }
            case LIST, MAP -> {
                writeMerge(schema.merge(), out);
                writeSchema(schema.element(), types, names, out);
            }
            case TEXT, BYTES, TIME, MICRO_TIME, INTEGER, DECIMAL, BOOLEAN, QUANTITY, INT_OR_STRING, ANY ->
                out.text(schema.typeName()).text(schema.format());
        }
    }

    private static void writeMerge(Merge merge, RecordWriter out) {
        out.oneOf(Topology.values(), merge.topology()).texts(merge.keys());
        out.number(merge.strategies().size());
        merge.strategies().forEach(strategy -> out.oneOf(PatchStrategy.values(), strategy));
        out.text(merge.patchKey());
    }

    /// Two threads may both make the shell; the first stays, so that a type is one object.
    private Schema type(int number) {
        Schema known = types.get(number);
        if (known != null) {
            return known;
        }
        Merge merge = readMerge(table.record(number));
        types.compareAndSet(number, null, Schema.struct(table.name(number), merge, () -> readFields(number)));
        return type(number);
    }

    private List<Field> readFields(int number) {
        RecordReader in = table.record(number);
        readMerge(in); // The shell has it.
        int count = in.number();
        List<Field> fields = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            String name = in.text();
            boolean required = in.flag();
            Presence presence = in.oneOf(Presence.values());
            String fallback = in.text();
            fields.add(new Field(name, readSchema(in), required, presence, json(fallback)));
        }
        return fields;
    }

    private Schema readSchema(RecordReader in) {
        Shape shape = in.oneOf(Shape.values());
        return switch (shape) {
            case STRUCT -> {
                Schema type = type(in.number());
                yield in.flag() ? type.with(readMerge(in)) : type;
            }
            case LIST -> {
                Merge merge = readMerge(in);
                yield Schema.list(readSchema(in), merge);
            }
            case MAP -> {
                Merge merge = readMerge(in);
                yield Schema.map(readSchema(in), merge);
            }
            case TEXT, BYTES, TIME, MICRO_TIME, INTEGER, DECIMAL, BOOLEAN, QUANTITY, INT_OR_STRING, ANY -> {
                String typeName = in.text();
                yield Schema.scalar(shape, typeName, in.text());
            }
        };
    }

    private static Merge readMerge(RecordReader in) {
        Topology topology = in.oneOf(Topology.values());
        List<String> keys = in.texts();
        int count = in.number();
        List<PatchStrategy> strategies = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            strategies.add(in.oneOf(PatchStrategy.values()));
        }
        return new Merge(topology, keys, strategies, in.text());
    }

    private static @Nullable JsonValue json(String text) {
        return text.isEmpty() ? null : JsonReader.value(text.getBytes(StandardCharsets.UTF_8));
    }
}
