package dev.setpoint.resources.custom;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.text.Quoted;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.Formats;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Advice on the names of finalizers that somebody adds to a custom resource.
final class FinalizerWarnings {
    private static final Set<String> STANDARD = Set.of("orphan", "foregroundDeletion", "kubernetes");

    private FinalizerWarnings() {}

    static List<String> of(JsonObject object, List<String> before) {
        List<String> warnings = new ArrayList<>(0);
        for (String finalizer : new TreeSet<>(Fields.texts(object.object("metadata"), "finalizers"))) {
            if (before.contains(finalizer)) {
                continue;
            }
            String subject = "metadata.finalizers: " + Quoted.of(finalizer) + ": ";
            Formats.labelKey(finalizer).forEach(mistake -> warnings.add(subject + mistake));
            if (!finalizer.contains("/") && !STANDARD.contains(finalizer)) {
                warnings.add(subject + "prefer a domain-qualified finalizer name "
                        + (finalizer.contains(".") ? "including a path (/) " : "")
                        + "to avoid accidental conflicts with other finalizer writers");
            }
        }
        return warnings;
    }
}
