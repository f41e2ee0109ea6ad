package dev.setpoint.apiserver.admission;

import dev.setpoint.apiserver.registry.write.AdmissionAttempt;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Finds the class that objects without one get.
final class DefaultClasses {
    private DefaultClasses() {}

    /// Of several the newest, then the first by name.
    static Optional<String> find(AdmissionAttempt attempt, String classes, List<String> annotations) {
        return attempt.list(classes, "").stream()
                .map(each -> each.child("metadata"))
                .filter(metadata -> annotations.stream()
                        .anyMatch(annotation -> JsonValue.of("true").equals(metadata.at("annotations", annotation))))
                .min(Comparator.comparing((JsonObject metadata) -> metadata.textOr("creationTimestamp", ""))
                        .reversed()
                        .thenComparing(metadata -> metadata.textOr("name", "")))
                .map(metadata -> metadata.textOr("name", ""));
    }
}
