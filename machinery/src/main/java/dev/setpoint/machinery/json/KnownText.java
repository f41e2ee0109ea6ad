package dev.setpoint.machinery.json;

import dev.setpoint.machinery.json.JsonValue.JsonString;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A short text that comes in objects again and again, so that it need not be made again: a field's name, or a value
/// that Kubernetes writes.
///
/// The words are those of `vocabulary.txt`, and never others: what clients send is not remembered for the next client.
///
/// @param head the first eight bytes of the text, and `tail` the last eight: all of it, mostly
/// @param name the JVM's one string of this text, so that fields are found by identity
/// @param written as the name of a field: `,"name":`
record KnownText(long head, long tail, byte[] bytes, String name, JsonString value, byte[] written) {
    private static final int BITS = 12;
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    /// Each at the place that its bytes determine or, where another has it, at the next free one.
    private static final @Nullable KnownText[] BY_BYTES = new KnownText[1 << BITS];

    /// The same by the hash of the name.
    private static final @Nullable KnownText[] BY_NAME = new KnownText[1 << BITS];

    static {
        vocabulary()
                .lines()
                .filter(line -> !line.isEmpty() && !line.startsWith("# "))
                .forEach(KnownText::learn);
    }

    private static String vocabulary() {
        try (InputStream in = KnownText.class.getResourceAsStream("vocabulary.txt")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.US_ASCII);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void learn(String word) {
        String name = word.intern();
        byte[] bytes = name.getBytes(StandardCharsets.US_ASCII);
        boolean few = bytes.length < Long.BYTES;
        long head = few ? Words.few(bytes, 0, bytes.length) : Words.at(bytes, 0);
        long tail = few ? 0 : Words.at(bytes, bytes.length - Long.BYTES);
        byte[] written = (",\"" + name + "\":").getBytes(StandardCharsets.US_ASCII);
        KnownText known = new KnownText(head, tail, bytes, name, new JsonString(name), written);
        BY_BYTES[free(BY_BYTES, place(head, tail, bytes.length))] = known;
        BY_NAME[free(BY_NAME, place(name))] = known;
    }

    private static int free(@Nullable KnownText[] places, int from) {
        int place = from;
        while (places[place] != null) {
            place = next(place);
        }
        return place;
    }

    /// The text of ASCII that stands there, if it is a known one. Its place comes from the ends and the length, which
    /// tell most texts apart.
    static @Nullable KnownText at(byte[] json, int from, int length) {
        boolean few = length < Long.BYTES;
        long head = few ? Words.few(json, from, length) : Words.at(json, from);
        long tail = few ? 0 : Words.at(json, from + length - Long.BYTES);
        int place = place(head, tail, length);
        for (KnownText found = BY_BYTES[place]; found != null; found = BY_BYTES[place]) {
            if (found.is(head, tail, json, from, length)) {
                return found;
            }
            place = next(place);
        }
        return null;
    }

    /// The same by its name.
    static @Nullable KnownText of(String name) {
        int place = place(name);
        for (KnownText found = BY_NAME[place]; found != null; found = BY_NAME[place]) {
            if (found.name.equals(name)) {
                return found;
            }
            place = next(place);
        }
        return null;
    }

    private static int place(long head, long tail, int length) {
        long hash = (head * SPREAD ^ Long.rotateLeft(tail, Integer.SIZE) ^ length) * SPREAD;
        return (int) (hash >>> (Long.SIZE - BITS));
    }

    private static int place(String name) {
        return (int) ((name.hashCode() * SPREAD) >>> (Long.SIZE - BITS));
    }

    private static int next(int place) {
        return (place + 1) & ((1 << BITS) - 1);
    }

    private boolean is(long itsHead, long itsTail, byte[] json, int from, int length) {
        return head == itsHead
                && tail == itsTail
                && bytes.length == length
                && (length <= 2 * Long.BYTES || Arrays.equals(bytes, 0, length, json, from, from + length));
    }
}
