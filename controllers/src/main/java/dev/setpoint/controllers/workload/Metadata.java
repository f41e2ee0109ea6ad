package dev.setpoint.controllers.workload;

import dev.setpoint.machinery.time.Timestamps;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads the model classes, where whatever is absent is null.
public final class Metadata {
    private Metadata() {}

    public static String name(HasMetadata object) {
        return object.getMetadata().getName();
    }

    public static String uid(HasMetadata object) {
        return object.getMetadata().getUid();
    }

    public static Map<String, String> labels(HasMetadata object) {
        return orEmpty(object.getMetadata().getLabels());
    }

    public static Map<String, String> annotations(HasMetadata object) {
        return orEmpty(object.getMetadata().getAnnotations());
    }

    /// Empty text when there is none.
    public static String annotation(HasMetadata object, String name) {
        return annotations(object).getOrDefault(name, "");
    }

    public static boolean deleting(HasMetadata object) {
        return object.getMetadata().getDeletionTimestamp() != null;
    }

    public static long generation(HasMetadata object) {
        return orZero(object.getMetadata().getGeneration());
    }

    /// The beginning of time for an object that was never stored.
    public static Instant created(HasMetadata object) {
        return Optional.ofNullable(object.getMetadata().getCreationTimestamp())
                .flatMap(Timestamps::parse)
                .orElse(Instant.MIN);
    }

    public static int orZero(@Nullable Integer number) {
        return number == null ? 0 : number;
    }

    public static long orZero(@Nullable Long number) {
        return number == null ? 0 : number;
    }

    public static Map<String, String> orEmpty(@Nullable Map<String, String> map) {
        return map == null ? Map.of() : map;
    }
}
