package dev.setpoint.resources.strategy;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// An address as text, read leniently, and what is to be said against the way it is written.
///
///     10.9.8.7           canonical
///     010.9.8.7          leading zeros, which some read as octal
///     ::ffff:10.9.8.7    IPv4 in IPv6
public final class IpAddress {
    private static final int GROUPS = 8;
    private static final int MAPPED_PREFIX = 12;

    private final byte[] bytes;
    private final boolean leadingZeros;
    private final boolean mapped;

    private IpAddress(byte[] bytes, boolean leadingZeros, boolean mapped) {
        this.bytes = bytes;
        this.leadingZeros = leadingZeros;
        this.mapped = mapped;
    }

    /// Null when the text is no address.
    public static @Nullable IpAddress parse(String text) {
        if (text.indexOf(':') < 0) {
            byte[] four = new byte[4];
            int zeros = parseFour(text, 0, four, 0);
            return zeros < 0 ? null : new IpAddress(four, zeros > 0, false);
        }
        byte[] sixteen = new byte[2 * GROUPS];
        int zeros = parseSix(text, sixteen);
        if (zeros < 0) {
            return null;
        }
        boolean mapped = isMapped(sixteen);
        return mapped
                ? new IpAddress(Arrays.copyOfRange(sixteen, MAPPED_PREFIX, 2 * GROUPS), zeros > 0, true)
                : new IpAddress(sixteen, zeros > 0, false);
    }

    public boolean isVersion4() {
        return bytes.length == 4;
    }

    public boolean hasLeadingZeros() {
        return leadingZeros;
    }

    /// An IPv4 address that is written as an IPv6 address.
    public boolean isMapped() {
        return mapped;
    }

    public int bits() {
        return 8 * bytes.length;
    }

    public byte[] bytes() {
        return bytes.clone();
    }

    public boolean isUnspecified() {
        return allZero(0, bytes.length);
    }

    public boolean isLoopback() {
        return isVersion4() ? bytes[0] == 127 : allZero(0, 15) && bytes[15] == 1;
    }

    public boolean isLinkLocal() {
        return isVersion4()
                ? bytes[0] == (byte) 169 && bytes[1] == (byte) 254
                : bytes[0] == (byte) 0xFE && (bytes[1] & 0xC0) == 0x80;
    }

    public boolean isLinkLocalMulticast() {
        return isVersion4()
                ? bytes[0] == (byte) 224 && bytes[1] == 0 && bytes[2] == 0
                : bytes[0] == (byte) 0xFF && (bytes[1] & 0x0F) == 0x02;
    }

    /// Whether nothing is set beyond the first `length` bits.
    public boolean isNetwork(int length) {
        for (int i = length; i < bits(); i++) {
            if ((bytes[i / 8] & (0x80 >> (i % 8))) != 0) {
                return false;
            }
        }
        return true;
    }

    /// The address with everything beyond the first `length` bits cleared.
    public IpAddress network(int length) {
        byte[] cleared = bytes.clone();
        for (int i = length; i < bits(); i++) {
            cleared[i / 8] &= (byte) ~(0x80 >> (i % 8));
        }
        return new IpAddress(cleared, false, false);
    }

    private boolean allZero(int start, int end) {
        for (int i = start; i < end; i++) {
            if (bytes[i] != 0) {
                return false;
            }
        }
        return true;
    }

    /// The canonical text (RFC 5952).
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        if (isVersion4()) {
            for (byte next : bytes) {
                text.append(text.isEmpty() ? "" : ".").append(next & 0xFF);
            }
            return text.toString();
        }
        int[] gap = longestGap();
        for (int i = 0; i < GROUPS; i++) {
            if (i == gap[0]) {
                text.append("::");
                i += gap[1] - 1;
            } else {
                boolean first = text.isEmpty() || text.charAt(text.length() - 1) == ':';
                text.append(first ? "" : ":").append(Integer.toHexString(group(i)));
            }
        }
        return text.toString();
    }

    private int group(int index) {
        return (bytes[2 * index] & 0xFF) << 8 | (bytes[2 * index + 1] & 0xFF);
    }

    /// Start and length of the first longest run of at least two zero groups; no start when there is none.
    private int[] longestGap() {
        int[] best = {-1, 1};
        for (int i = 0; i < GROUPS; i++) {
            int end = i;
            while (end < GROUPS && group(end) == 0) {
                end++;
            }
            if (end - i > best[1]) {
                best = new int[] {i, end - i};
            }
            i = Math.max(i, end - 1);
        }
        return best;
    }

    private static boolean isMapped(byte[] bytes) {
        for (int i = 0; i < 10; i++) {
            if (bytes[i] != 0) {
                return false;
            }
        }
        return bytes[10] == (byte) 0xFF && bytes[11] == (byte) 0xFF;
    }

    /// Four decimal numbers; negative when they are not, else how many of them begin with a needless zero.
    private static int parseFour(String text, int start, byte[] into, int offset) {
        int zeros = 0;
        int at = start;
        for (int i = 0; i < 4; i++) {
            int begin = at;
            int value = 0;
            while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9' && value <= 255) {
                value = 10 * value + text.charAt(at++) - '0';
            }
            boolean dotted = at < text.length() && text.charAt(at) == '.';
            if (at == begin || value > 255 || dotted != i < 3) {
                return -1;
            }
            zeros += at - begin > 1 && text.charAt(begin) == '0' ? 1 : 0;
            into[offset + i] = (byte) value;
            at += dotted ? 1 : 0;
        }
        return at == text.length() ? zeros : -1;
    }

    /// Up to eight hexadecimal groups with one gap, the last two perhaps in decimal.
    private static int parseSix(String text, byte[] into) {
        int gap = -1;
        int filled = 0;
        int at = 0;
        int zeros = 0;
        if (text.startsWith("::")) {
            gap = 0;
            at = 2;
        }
        while (at < text.length() && filled < into.length) {
            int end = at;
            int value = 0;
            while (end < text.length() && end - at < 5 && Character.digit(text.charAt(end), 16) >= 0) {
                value = value << 4 | Character.digit(text.charAt(end++), 16);
            }
            if (end < text.length() && text.charAt(end) == '.') {
                zeros = filled > into.length - 4 ? -1 : parseFour(text, at, into, filled);
                filled += 4;
                at = text.length();
                break;
            }
            if (end == at || end - at > 4) {
                return -1;
            }
            into[filled++] = (byte) (value >> 8);
            into[filled++] = (byte) value;
            at = end;
            if (at == text.length()) {
                break;
            }
            if (text.charAt(at++) != ':' || at == text.length()) {
                return -1;
            }
            if (text.charAt(at) == ':') {
                if (gap >= 0) {
                    return -1;
                }
                gap = filled;
                at++;
            }
        }
        if (at < text.length() || zeros < 0) {
            return -1;
        }
        return closeGap(into, gap, filled) ? zeros : -1;
    }

    private static boolean closeGap(byte[] into, int gap, int filled) {
        if (gap < 0 || filled == into.length) {
            return gap < 0 && filled == into.length;
        }
        int moved = filled - gap;
        System.arraycopy(into, gap, into, into.length - moved, moved);
        Arrays.fill(into, gap, into.length - moved, (byte) 0);
        return true;
    }
}
