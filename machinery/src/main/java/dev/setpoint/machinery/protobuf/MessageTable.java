package dev.setpoint.machinery.protobuf;

import dev.setpoint.machinery.compact.CompactTable;
import dev.setpoint.machinery.compact.RecordReader;
import dev.setpoint.machinery.compact.RecordWriter;
import dev.setpoint.machinery.protobuf.Message.Arity;
import dev.setpoint.machinery.protobuf.Message.MessageField;
import dev.setpoint.machinery.protobuf.Message.WireType;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// Messages by the names of their types, read when they are first met.
public final class MessageTable {
    private final CompactTable table;
    private final AtomicReferenceArray<@Nullable Layout> layouts;

    public MessageTable(CompactTable table) {
        this.table = table;
        this.layouts = new AtomicReferenceArray<>(table.size());
    }

    /// A message as the decoder wants it: fields by number, nested messages by their number in the table.
    record Layout(Coding coding, @Nullable Slot[] slots) {
        @Nullable
        Slot slot(int number) {
            return number < slots.length ? slots[number] : null;
        }
    }

    sealed interface Slot {
        /// @param message the number of the message, -1 if the wire type is none
        record Plain(String name, Arity arity, WireType type, int message) implements Slot {}

        record Embedded(Layout layout) implements Slot {}
    }

    /// The message of a type, or null.
    @Nullable
    Layout find(String typeName) {
        int number = table.number(typeName);
        return number < 0 ? null : layout(number);
    }

    /// Two threads may both read it; they get the same and one of the two stays.
    Layout layout(int number) {
        Layout known = layouts.get(number);
        if (known == null) {
            RecordReader in = table.record(number);
            known = readLayout(in.oneOf(Coding.values()), in);
            layouts.set(number, known);
        }
        return known;
    }

    private static Layout readLayout(Coding coding, RecordReader in) {
        int count = in.number();
        @Nullable Slot[] slots = new Slot[in.number() + 1];
        for (int i = 0; i < count; i++) {
            int number = in.number();
            slots[number] = in.flag() ? new Slot.Embedded(readLayout(Coding.STRUCT, in)) : readPlain(in);
        }
        return new Layout(coding, slots);
    }

    private static Slot readPlain(RecordReader in) {
        String name = in.text();
        Arity arity = in.oneOf(Arity.values());
        WireType type = in.oneOf(WireType.values());
        return new Slot.Plain(name, arity, type, type == WireType.MESSAGE ? in.number() : -1);
    }

    /// Encodes messages by the names of their types. Whatever message a field mentions must be among them.
    public static byte[] encode(SortedMap<String, Message> messages) {
        List<String> names = new ArrayList<>(messages.keySet());
        SortedMap<String, RecordWriter> records = new TreeMap<>();
        messages.forEach((name, message) -> {
            RecordWriter out = new RecordWriter().oneOf(Coding.values(), message.coding());
            writeFields(message.fields(), names, out);
            records.put(name, out);
        });
        return CompactTable.encode(records);
    }

    private static void writeFields(List<MessageField> fields, List<String> names, RecordWriter out) {
        out.number(fields.size());
        out.number(fields.stream().mapToInt(MessageField::number).max().orElse(0));
        for (MessageField field : fields) {
            out.number(field.number());
            switch (field) {
                case MessageField.Embedded(var _, var nested) -> {
                    out.flag(true);
                    writeFields(nested, names, out);
                }
                case MessageField.Plain(var _, var name, var arity, var type, var message) -> {
                    out.flag(false).text(name).oneOf(Arity.values(), arity).oneOf(WireType.values(), type);
                    if (type == WireType.MESSAGE) {
                        int number = names.indexOf(message);
                        if (number < 0) {
                            throw new IllegalArgumentException(message + " is not among the messages");
                        }
                        out.number(number);
                    }
                }
            }
        }
    }
}
