package dev.setpoint.machinery.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Eight bytes of a text at a time, the first in the lowest bits.
final class Words {
    private static final VarHandle VIEW = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long EACH_BYTE = 0x0101010101010101L;
    private static final long TOP_BITS = EACH_BYTE << 7;

    private Words() {}

    static long at(byte[] bytes, int from) {
        return (long) VIEW.get(bytes, from);
    }

    /// Fewer than eight bytes, as if zeros followed.
    static long few(byte[] bytes, int from, int length) {
        if (from + Long.BYTES <= bytes.length) {
            return at(bytes, from) & ((1L << (Byte.SIZE * length)) - 1);
        }
        long word = 0;
        for (int i = length - 1; i >= 0; i--) {
            word = word << Byte.SIZE | (bytes[from + i] & 0xFF);
        }
        return word;
    }

    /// The place of the first byte that is a quote, a backslash, below the blank or no ASCII, or 8.
    static int firstOdd(long word) {
        return first(zeros(word ^ '"' * EACH_BYTE) | zeros(word ^ '\\' * EACH_BYTE) | (word - ' ' * EACH_BYTE) | word);
    }

    static int firstQuoteOrBackslash(long word) {
        return first(zeros(word ^ '"' * EACH_BYTE) | zeros(word ^ '\\' * EACH_BYTE));
    }

    /// Has the top bit of the first byte that is zero; above that byte, also of others.
    private static long zeros(long word) {
        return (word - EACH_BYTE) & ~word;
    }

    /// The place of the first byte whose top bit is set, or 8.
    private static int first(long word) {
        return Long.numberOfTrailingZeros(word & TOP_BITS) / Byte.SIZE;
    }
}
