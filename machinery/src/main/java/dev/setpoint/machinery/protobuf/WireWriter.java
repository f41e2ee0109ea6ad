package dev.setpoint.machinery.protobuf;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/// Writes the parts of a protobuf message.
final class WireWriter {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    byte[] bytes() {
        return out.toByteArray();
    }

    WireWriter tag(int field, int wireType) {
        return varint(((long) field << 3) | wireType);
    }

    WireWriter varint(long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            out.write((int) (rest & 0x7F) | 0x80);
            rest >>>= 7;
        }
        out.write((int) rest);
        return this;
    }

    WireWriter fixed64(double value) {
        long bits = Double.doubleToLongBits(value);
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            out.write((int) (bits >>> shift) & 0xFF);
        }
        return this;
    }

    /// A whole field: its tag, its length and what it holds.
    WireWriter field(int field, byte[] content) {
        tag(field, WireReader.LENGTH).varint(content.length);
        out.writeBytes(content);
        return this;
    }

    WireWriter field(int field, String text) {
        return field(field, text.getBytes(StandardCharsets.UTF_8));
    }
}
