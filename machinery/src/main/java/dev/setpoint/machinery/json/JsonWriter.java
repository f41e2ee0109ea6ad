package dev.setpoint.machinery.json;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;

/// Encodes trees as compact JSON in UTF-8.
///
/// By hand and not with a library's generator, whose contexts and checks are half of what a small object costs: the
/// tree cannot be malformed. Buffers are kept for the next writer, because requests run on threads that live for one
/// request. Kubernetes' escapes: the short ones where there are, lower-case hexadecimal for other control characters.
public final class JsonWriter implements AutoCloseable {
    private static final int BUFFER = 16 * 1024;
    private static final int KEPT_BUFFERS = 64;
    private static final Queue<byte[]> BUFFERS = new ArrayBlockingQueue<>(KEPT_BUFFERS);
    private static final double LEAST_PLAIN = 1e-6;
    private static final double LEAST_EXPONENTIAL = 1e21;
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NOTHING = {};

    private byte[] bytes;
    private int size;

    public JsonWriter() {
        byte[] kept = BUFFERS.poll();
        this.bytes = kept == null ? new byte[BUFFER] : kept;
    }

    public static byte[] bytes(JsonValue value) {
        try (JsonWriter writer = new JsonWriter()) {
            writer.value(value);
            return writer.written();
        }
    }

    public static String text(JsonValue value) {
        try (JsonWriter writer = new JsonWriter()) {
            writer.value(value);
            return new String(writer.bytes, 0, writer.size, StandardCharsets.UTF_8);
        }
    }

    /// How many bytes were written.
    public int size() {
        return size;
    }

    public byte[] written() {
        return Arrays.copyOf(bytes, size);
    }

    /// Writes what is JSON already, in ASCII.
    public JsonWriter raw(String json) {
        int length = json.length();
        reserve(length);
        for (int i = 0; i < length; i++) {
            bytes[size++] = (byte) json.charAt(i);
        }
        return this;
    }

    /// Writes what is JSON already.
    public JsonWriter raw(byte[] json) {
        return raw(json, 0);
    }

    private JsonWriter raw(byte[] json, int from) {
        int length = json.length - from;
        reserve(length);
        System.arraycopy(json, from, bytes, size, length);
        size += length;
        return this;
    }

    /// Writes a name and its colon, with a comma before it unless it is the first of its object.
    public JsonWriter name(String name) {
        boolean first = size == 0 || bytes[size - 1] == '{';
        KnownText known = KnownText.of(name);
        if (known != null) {
            return raw(known.written(), first ? 1 : 0);
        }
        if (!first) {
            put(',');
        }
        string(name);
        put(':');
        return this;
    }

    /// Writes a name of two parts.
    public JsonWriter name(String prefix, String rest) {
        name(prefix);
        size -= 2; // The quote and the colon.
        int joint = size;
        string(rest);
        System.arraycopy(bytes, joint + 1, bytes, joint, size - joint - 1);
        size--;
        put(':');
        return this;
    }

    public JsonWriter value(JsonValue value) {
        switch (value) {
            case JsonObject object -> object.writeTo(this);
            case JsonArray array -> array.writeTo(this);
            case JsonValue.JsonString(String text) -> string(text);
            case JsonValue.JsonInteger(long number) -> raw(Long.toString(number));
            case JsonValue.JsonDecimal(double number) -> raw(decimal(number));
            case JsonValue.JsonBoolean bool -> raw(bool.value() ? "true" : "false");
            case JsonValue.JsonNull _ -> raw("null");
        }
        return this;
    }

    private void string(String text) {
        int length = text.length();
        reserve(length + 2);
        byte[] into = bytes;
        int at = size;
        into[at++] = '"';
        int i = 0;
        for (; i < length; i++) {
            char c = text.charAt(i);
            if (c >= 0x80 || c < ' ' || c == '"' || c == '\\') {
                break;
            }
            into[at++] = (byte) c;
        }
        size = at;
        if (i < length) {
            oddString(text, i);
        }
        put('"');
    }

    /// The rest of a text from its first character on that is not simply itself.
    private void oddString(String text, int from) {
        int length = text.length();
        reserve(6 * (length - from));
        for (int i = from; i < length; i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                ascii(c);
            } else if (c < 0x800) {
                bytes[size++] = (byte) (0xC0 | (c >> 6));
                bytes[size++] = (byte) (0x80 | (c & 0x3F));
            } else if (Character.isHighSurrogate(c) && i + 1 < length && Character.isLowSurrogate(text.charAt(i + 1))) {
                int point = Character.toCodePoint(c, text.charAt(++i));
                bytes[size++] = (byte) (0xF0 | (point >> 18));
                bytes[size++] = (byte) (0x80 | ((point >> 12) & 0x3F));
                bytes[size++] = (byte) (0x80 | ((point >> 6) & 0x3F));
                bytes[size++] = (byte) (0x80 | (point & 0x3F));
            } else {
                int unit = Character.isSurrogate(c) ? 0xFFFD : c;
                bytes[size++] = (byte) (0xE0 | (unit >> 12));
                bytes[size++] = (byte) (0x80 | ((unit >> 6) & 0x3F));
                bytes[size++] = (byte) (0x80 | (unit & 0x3F));
            }
        }
    }

    private void ascii(char c) {
        if (c >= ' ' && c != '"' && c != '\\') {
            bytes[size++] = (byte) c;
            return;
        }
        bytes[size++] = '\\';
        switch (c) {
            case '"', '\\' -> bytes[size++] = (byte) c;
            case '\n' -> bytes[size++] = 'n';
            case '\r' -> bytes[size++] = 'r';
            case '\t' -> bytes[size++] = 't';
            case '\b' -> bytes[size++] = 'b';
            case '\f' -> bytes[size++] = 'f';
            default -> {
                bytes[size++] = 'u';
                bytes[size++] = '0';
                bytes[size++] = '0';
                bytes[size++] = HEX[c >> 4];
                bytes[size++] = HEX[c & 0xF];
            }
        }
    }

    void put(char ascii) {
        reserve(1);
        bytes[size++] = (byte) ascii;
    }

    private void reserve(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
        }
    }

    /// Gives the buffer back, unless it has grown.
    @Override
    public void close() {
        if (bytes.length == BUFFER) {
            BUFFERS.offer(bytes);
        }
        bytes = NOTHING;
        size = 0;
    }

    /// The shortest text that reads back as the same number, in Go's form, which knows no `1.0` and no `1.0E21`.
    static String decimal(double number) {
        if (number == 0) {
            return "0";
        }
        BigDecimal exact = new BigDecimal(Double.toString(number)).stripTrailingZeros();
        double magnitude = Math.abs(number);
        if (magnitude >= LEAST_PLAIN && magnitude < LEAST_EXPONENTIAL) {
            return exact.toPlainString();
        }
        String digits = exact.unscaledValue().abs().toString();
        int exponent = digits.length() - 1 - exact.scale();
        return (number < 0 ? "-" : "")
                + digits.charAt(0)
                + (digits.length() > 1 ? "." + digits.substring(1) : "")
                + (exponent < 0 ? "e-" : "e+")
                + Math.abs(exponent);
    }
}
