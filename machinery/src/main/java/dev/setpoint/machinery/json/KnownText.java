package dev.setpoint.machinery.json;

import dev.setpoint.machinery.json.JsonValue.JsonString;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A short text that was met before, so that it need not be made again: names and values that come in every object.
///
/// @param head the first eight bytes of the text, and `tail` the last eight: all of it, mostly
/// @param name the JVM's one string of this text if it may be a field's, so that fields are found by identity
record KnownText(long head, long tail, byte[] bytes, String name, JsonString value) {
    private static final int BITS = 12;
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    /// Each at the place that its bytes determine. Threads may overwrite one another: all are right.
    private static final @Nullable KnownText[] PLACES = new KnownText[1 << BITS];

    /// The text of ASCII that stands there. Its place comes from the ends and the length, which tell most texts apart.
    static KnownText at(byte[] json, int from, int length) {
        boolean few = length < Long.BYTES;
        long head = few ? Words.few(json, from, length) : Words.at(json, from);
        long tail = few ? 0 : Words.at(json, from + length - Long.BYTES);
        long hash = (head * SPREAD ^ Long.rotateLeft(tail, Integer.SIZE) ^ length) * SPREAD;
        int place = (int) (hash >>> (Long.SIZE - BITS));
        KnownText found = PLACES[place];
        if (found != null && found.is(head, tail, json, from, length)) {
            return found;
        }
        byte[] bytes = Arrays.copyOfRange(json, from, from + length);
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        text = isFieldName(bytes) ? text.intern() : text;
        KnownText made = new KnownText(head, tail, bytes, text, new JsonString(text));
        PLACES[place] = made;
        return made;
    }

    private boolean is(long itsHead, long itsTail, byte[] json, int from, int length) {
        return head == itsHead
                && tail == itsTail
                && bytes.length == length
                && (length <= 2 * Long.BYTES || Arrays.equals(bytes, 0, length, json, from, from + length));
    }

    /// Whether a schema or a literal in the code may have it; keys of maps and of lists have other characters, mostly.
    private static boolean isFieldName(byte[] text) {
        for (byte next : text) {
            if (!Character.isLetterOrDigit(next)) {
                return false;
            }
        }
        return true;
    }
}
