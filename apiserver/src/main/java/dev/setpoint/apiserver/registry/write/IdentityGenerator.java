package dev.setpoint.apiserver.registry.write;

import dev.setpoint.base.Env;
import java.util.UUID;
import java.util.random.RandomGenerator;

/// Makes uids and name suffixes from the randomness of an [Env], so that a simulation repeats them.
public final class IdentityGenerator {
    /// No vowels and no digits that read like them: a random suffix never spells a word.
    private static final String SUFFIX_ALPHABET = "bcdfghjklmnpqrstvwxz2456789";

    private static final int SUFFIX_LENGTH = 5;
    private static final int MAX_PREFIX = 63 - SUFFIX_LENGTH;

    private IdentityGenerator() {}

    /// A version 4 UUID.
    public static String uid(Env env) {
        RandomGenerator random = env.random();
        long high = (random.nextLong() & 0xFFFF_FFFF_FFFF_0FFFL) | 0x4000L;
        long low = (random.nextLong() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
        return new UUID(high, low).toString();
    }

    /// The prefix, shortened where needed, and five letters that are most likely new.
    public static String generateName(Env env, String prefix) {
        RandomGenerator random = env.random();
        StringBuilder name = new StringBuilder(prefix.length() > MAX_PREFIX ? prefix.substring(0, MAX_PREFIX) : prefix);
        for (int i = 0; i < SUFFIX_LENGTH; i++) {
            name.append(SUFFIX_ALPHABET.charAt(random.nextInt(SUFFIX_ALPHABET.length())));
        }
        return name.toString();
    }
}
