package dev.setpoint.machinery.compact;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/// Writes one record, front to back.
public final class RecordWriter {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    public RecordWriter number(int number) {
        if (number < 0) {
            throw new IllegalArgumentException("number: " + number + " (expected: >= 0)");
        }
        int rest = number;
        while (rest > 0x7f) {
            out.write((rest & 0x7f) | 0x80);
            rest >>>= 7;
        }
        out.write(rest);
        return this;
    }

    public RecordWriter flag(boolean flag) {
        return number(flag ? 1 : 0);
    }

    public RecordWriter text(String text) {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        number(encoded.length);
        out.writeBytes(encoded);
        return this;
    }

    public RecordWriter texts(List<String> texts) {
        number(texts.size());
        texts.forEach(this::text);
        return this;
    }

    /// One of the constants, as its place among them: writer and reader are built from the same source.
    public <T> RecordWriter oneOf(T[] constants, T constant) {
        return number(Arrays.asList(constants).indexOf(constant));
    }

    byte[] bytes() {
        return out.toByteArray();
    }
}
