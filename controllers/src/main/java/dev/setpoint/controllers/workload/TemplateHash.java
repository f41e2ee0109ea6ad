package dev.setpoint.controllers.workload;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.setpoint.machinery.json.JsonReader;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// A short name for a pod template, the one that Kubernetes gives it: equal templates have equal hashes, in every
/// run and on every machine.
public final class TemplateHash {
    private static final ObjectMapper JSON = JsonMapper.builder().build();

    private TemplateHash() {}

    /// @param collisions how often this hash was found to be taken by another template; null for never
    public static String of(PodTemplateSpec template, @Nullable Integer collisions) {
        byte[] dump = dump(template).getBytes(StandardCharsets.UTF_8);
        ByteBuffer hashed = ByteBuffer.allocate(dump.length + (collisions == null ? 0 : Long.BYTES))
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(dump);
        if (collisions != null) {
            hashed.putLong(Integer.toUnsignedLong(collisions));
        }
        return SafeHash.spelled(SafeHash.fnv1a(hashed.array()));
    }

    private static String dump(PodTemplateSpec template) {
        try {
            return TemplateDump.of(JsonReader.object(JSON.writeValueAsBytes(template)));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a pod template that cannot be written as JSON", e);
        }
    }
}
