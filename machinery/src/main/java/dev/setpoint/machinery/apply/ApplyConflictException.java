package dev.setpoint.machinery.apply;

import dev.setpoint.machinery.api.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// An apply wants to change fields that others own. Says which and whose, in Kubernetes' words.
///
///     Apply failed with 1 conflict: conflict with "kubectl" using apps/v1: .spec.replicas
public final class ApplyConflictException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<FieldError> conflicts;

    ApplyConflictException(Map<FieldOwner, FieldSet> byOwner) {
        super(message(byOwner), null, false, false);
        List<FieldError> all = new ArrayList<>();
        byOwner.forEach((owner, fields) -> fields.paths()
                .forEach(path ->
                        all.add(new FieldError("FieldManagerConflict", path, "conflict with " + owner.shown()))));
        this.conflicts = List.copyOf(all);
    }

    public List<FieldError> conflicts() {
        return conflicts;
    }

    private static String message(Map<FieldOwner, FieldSet> byOwner) {
        long count =
                byOwner.values().stream().mapToLong(set -> set.paths().size()).sum();
        String owners = byOwner.entrySet().stream()
                .map(entry -> sentence(entry.getKey(), entry.getValue().paths()))
                .collect(Collectors.joining("\n"));
        return "Apply failed with " + count + " conflict" + (count == 1 ? "" : "s") + ": " + owners;
    }

    private static String sentence(FieldOwner owner, List<String> paths) {
        return paths.size() == 1
                ? "conflict with " + owner.shown() + ": " + paths.getFirst()
                : "conflicts with " + owner.shown() + ":\n- " + String.join("\n- ", paths);
    }
}
