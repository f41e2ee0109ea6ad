package dev.setpoint.controllers.workload;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// A short name for a pod template: equal templates have equal hashes, in every run and on every machine.
///
/// The digits of the number are spelled without vowels, so that no hash reads as a word:
///
///     2345678901  ->  6789b45bcd... with 0123456789 written as bcdf2456789 and so on
public final class TemplateHash {
    private static final String LETTERS = "bcdfghjklmnpqrstvwxz2456789";

    private static final ObjectMapper CANONICAL = JsonMapper.builder()
            .enable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .build();

    private TemplateHash() {}

    /// @param collisions how often this hash was found to be taken by another template; null for never
    public static String of(PodTemplateSpec template, @Nullable Integer collisions) {
        int hash = fnv1a(0x811c9dc5, canonical(template));
        if (collisions != null) {
            hash = fnv1a(hash, ("#" + collisions).getBytes(StandardCharsets.US_ASCII));
        }
        StringBuilder spelled = new StringBuilder();
        for (char digit : Integer.toUnsignedString(hash).toCharArray()) {
            spelled.append(LETTERS.charAt(digit % LETTERS.length()));
        }
        return spelled.toString();
    }

    private static byte[] canonical(PodTemplateSpec template) {
        try {
            return CANONICAL.writeValueAsBytes(template);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a pod template that cannot be written as JSON", e);
        }
    }

    private static int fnv1a(int start, byte[] bytes) {
        int hash = start;
        for (byte next : bytes) {
            hash = (hash ^ (next & 0xff)) * 0x01000193;
        }
        return hash;
    }
}
