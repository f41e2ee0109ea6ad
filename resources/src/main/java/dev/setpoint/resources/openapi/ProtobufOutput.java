package dev.setpoint.resources.openapi;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/// Writes the fields of one protobuf message.
final class ProtobufOutput {
    private static final int VARINT = 0;
    private static final int LENGTH = 2;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    void text(int number, String text) {
        bytes(number, text.getBytes(StandardCharsets.UTF_8));
    }

    /// A flag that is off need not be said.
    void flag(int number, boolean flag) {
        if (flag) {
            varint((number << 3) | VARINT);
            varint(1);
        }
    }

    void message(int number, Consumer<ProtobufOutput> fields) {
        ProtobufOutput message = new ProtobufOutput();
        fields.accept(message);
        bytes(number, message.bytes());
    }

    byte[] bytes() {
        return out.toByteArray();
    }

    private void bytes(int number, byte[] bytes) {
        varint((number << 3) | LENGTH);
        varint(bytes.length);
        out.writeBytes(bytes);
    }

    private void varint(int value) {
        int rest = value;
        while (rest > 0x7f) {
            out.write((rest & 0x7f) | 0x80);
            rest >>>= 7;
        }
        out.write(rest);
    }
}
