package dev.setpoint.machinery.protobuf;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Reads the fields of one message from a part of a body. A part never reaches beyond its parent.
final class WireReader {
    static final int VARINT = 0;
    static final int FIXED_64 = 1;
    static final int LENGTH = 2;
    static final int FIXED_32 = 5;

    private final byte[] bytes;
    private final int end;
    private int position;

    WireReader(byte[] bytes, int start, int end) {
        this.bytes = bytes;
        this.position = start;
        this.end = end;
    }

    boolean hasNext() {
        return position < end;
    }

    /// The number of a field, shifted by the three bits of its wire type.
    int tag() {
        long tag = varint();
        if (tag < 8 || tag > Integer.MAX_VALUE) {
            throw new MalformedProtobufException("illegal tag " + tag);
        }
        return (int) tag;
    }

    long varint() {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            byte next = bytes[advance(1)];
            value |= (long) (next & 0x7f) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new MalformedProtobufException("a number is longer than 64 bits");
    }

    double fixed64() {
        return ByteBuffer.wrap(bytes, advance(Double.BYTES), Double.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .getDouble();
    }

    String text() {
        int length = length();
        return new String(bytes, advance(length), length, StandardCharsets.UTF_8);
    }

    byte[] bytes() {
        int length = length();
        int start = advance(length);
        return Arrays.copyOfRange(bytes, start, start + length);
    }

    /// The part of the body that a nested message, or a packed list, occupies.
    WireReader part() {
        int length = length();
        int start = advance(length);
        return new WireReader(bytes, start, start + length);
    }

    void skip(int wireType) {
        switch (wireType) {
            case VARINT -> varint();
            case FIXED_64 -> advance(Long.BYTES);
            case LENGTH -> advance(length());
            case FIXED_32 -> advance(Integer.BYTES);
            default -> throw new MalformedProtobufException("illegal wire type " + wireType);
        }
    }

    private int length() {
        long length = varint();
        if (length < 0 || length > end - position) {
            throw new MalformedProtobufException("unexpected end of input");
        }
        return (int) length;
    }

    /// Moves on and returns where it was.
    private int advance(int count) {
        if (count > end - position) {
            throw new MalformedProtobufException("unexpected end of input");
        }
        int start = position;
        position += count;
        return start;
    }
}
