package dev.setpoint.controllers.workload;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import org.jspecify.annotations.Nullable;

/// A short name for a pod template: equal templates have equal hashes, in every run and on every machine.
public final class TemplateHash {
    private static final ObjectMapper CANONICAL = JsonMapper.builder()
            .enable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .build();

    private TemplateHash() {}

    /// @param collisions how often this hash was found to be taken by another template; null for never
    public static String of(PodTemplateSpec template, @Nullable Integer collisions) {
        return Words.spelled(Words.fnv1a(canonical(template), collisions == null ? "" : "#" + collisions));
    }

    private static byte[] canonical(PodTemplateSpec template) {
        try {
            return CANONICAL.writeValueAsBytes(template);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a pod template that cannot be written as JSON", e);
        }
    }
}
