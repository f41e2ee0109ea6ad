package dev.setpoint.machinery.compact;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Reads one record, front to back. Its counterpart is [RecordWriter].
public final class RecordReader {
    private final byte[] bytes;
    private int position;

    RecordReader(byte[] bytes, int position) {
        this.bytes = bytes;
        this.position = position;
    }

    /// A number from zero up, seven bits to the byte, the lowest first.
    public int number() {
        int number = 0;
        for (int shift = 0; shift < Integer.SIZE; shift += 7) {
            int next = bytes[position++];
            number |= (next & 0x7f) << shift;
            if (next >= 0) {
                return number;
            }
        }
        throw new IllegalStateException("a number at " + position + " does not end");
    }

    public boolean flag() {
        return number() != 0;
    }

    public String text() {
        int length = number();
        String text = new String(bytes, position, length, StandardCharsets.UTF_8);
        position += length;
        return text;
    }

    public List<String> texts() {
        int count = number();
        List<String> texts = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            texts.add(text());
        }
        return texts;
    }

    /// One of the constants, by its place among them.
    public <T> T oneOf(T[] constants) {
        return constants[number()];
    }
}
