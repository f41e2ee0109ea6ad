package dev.setpoint.machinery.apply;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.setpoint.machinery.api.FieldError;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.machinery.json.MalformedJsonException;
import dev.setpoint.machinery.schema.Schema;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// What `kubectl apply` declared while it still merged on its own side, as it noted it in an annotation of the object.
///
/// When the same people let the server merge from now on, these fields are theirs already: nothing is taken from
/// anybody.
public final class LastApplied {
    private static final String ANNOTATION = "kubectl.kubernetes.io/last-applied-configuration";
    private static final String HEIR = "kubectl";

    private LastApplied() {}

    /// Whether an applier conflicts only in what it had declared itself before.
    public static boolean covers(FieldOwner applier, JsonObject live, List<FieldError> conflicts, Schema schema) {
        if (!applier.name().equals(HEIR) || !(live.at("metadata", "annotations") instanceof JsonObject annotations)) {
            return false;
        }
        try {
            JsonObject declared =
                    JsonReader.object(annotations.textOr(ANNOTATION, "").getBytes(UTF_8));
            Set<String> fields =
                    new TreeSet<>(OccupiedFields.of(declared, schema).paths());
            return conflicts.stream().allMatch(conflict -> fields.contains(conflict.field()));
        } catch (MalformedJsonException e) {
            return false; // No note, or one that somebody else wrote.
        }
    }
}
