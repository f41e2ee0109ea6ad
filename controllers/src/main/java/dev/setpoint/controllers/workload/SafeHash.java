package dev.setpoint.controllers.workload;

import java.nio.charset.StandardCharsets;

/// Short names for long things: hashes, spelled so that none of them reads as a word.
public final class SafeHash {
    private static final String LETTERS = "bcdfghjklmnpqrstvwxz2456789";
    private static final int PRIME = 0x01000193;
    private static final int OFFSET = 0x811c9dc5;

    private SafeHash() {}

    /// The decimal digits of a hash, each as the letter that Kubernetes gives it: `0` is `4`, `9` is `f`.
    public static String spelled(int hash) {
        StringBuilder spelled = new StringBuilder();
        for (char digit : Integer.toUnsignedString(hash).toCharArray()) {
            spelled.append(LETTERS.charAt(digit % LETTERS.length()));
        }
        return spelled.toString();
    }

    /// FNV-1, over the bytes and then over the text.
    public static int fnv1(byte[] bytes, String more) {
        int hash = OFFSET;
        for (byte next : bytes) {
            hash = (hash * PRIME) ^ (next & 0xff);
        }
        for (byte next : more.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash * PRIME) ^ (next & 0xff);
        }
        return hash;
    }

    /// FNV-1a.
    public static int fnv1a(byte[] bytes) {
        int hash = OFFSET;
        for (byte next : bytes) {
            hash = (hash ^ (next & 0xff)) * PRIME;
        }
        return hash;
    }
}
