package dev.setpoint.machinery.compact;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/// Records in the order of their names, found by name or by number.
///
///     count, offset of each record, then each record: its name, its contents
///
/// Offsets are four bytes each, so that a record is found without reading those before it.
public final class CompactTable {
    private static final int OFFSET_BYTES = 4;

    private final byte[] bytes;
    private final int count;

    private CompactTable(byte[] bytes) {
        this.bytes = bytes;
        this.count = ByteBuffer.wrap(bytes).getInt(0);
    }

    public static CompactTable of(byte[] bytes) {
        return new CompactTable(bytes);
    }

    /// A table that lies next to a class in its jar.
    public static CompactTable load(Class<?> neighbour, String name) {
        try (InputStream in = neighbour.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is missing from the jar");
            }
            return new CompactTable(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static byte[] encode(SortedMap<String, RecordWriter> records) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        ByteBuffer head =
                ByteBuffer.allocate(OFFSET_BYTES * (1 + records.size())).putInt(records.size());
        records.forEach((name, record) -> {
            head.putInt(head.capacity() + body.size());
            body.writeBytes(new RecordWriter().text(name).bytes());
            body.writeBytes(record.bytes());
        });
        byte[] encoded = Arrays.copyOf(head.array(), head.capacity() + body.size());
        System.arraycopy(body.toByteArray(), 0, encoded, head.capacity(), body.size());
        return encoded;
    }

    public int size() {
        return count;
    }

    public List<String> names() {
        List<String> names = new ArrayList<>(count);
        for (int number = 0; number < count; number++) {
            names.add(name(number));
        }
        return names;
    }

    public String name(int number) {
        return begin(number).text();
    }

    /// The number of the record with this name, or -1.
    public int number(String name) {
        int low = 0;
        int high = count - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = name(middle).compareTo(name);
            if (order == 0) {
                return middle;
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }

    /// The contents of a record.
    public RecordReader record(int number) {
        RecordReader reader = begin(number);
        reader.text();
        return reader;
    }

    public @Nullable RecordReader find(String name) {
        int number = number(name);
        return number < 0 ? null : record(number);
    }

    private RecordReader begin(int number) {
        return new RecordReader(bytes, ByteBuffer.wrap(bytes).getInt(OFFSET_BYTES * (1 + number)));
    }
}
