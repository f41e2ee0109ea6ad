package dev.setpoint.resources.strategy.apiextensions;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import java.net.URI;
import java.net.URISyntaxException;
import org.jspecify.annotations.Nullable;

/// Groups of Kubernetes itself, such as `x.k8s.io`, are for definitions that say who approved them.
public final class Approval {
    private static final String ANNOTATION = "api-approved.kubernetes.io";

    /// How a definition stands with the annotation.
    public enum State {
        MISSING,
        INVALID,
        BYPASSED,
        APPROVED
    }

    /// @param why in words, as errors and conditions tell it
    public record Finding(State state, String why) {}

    private Approval() {}

    public static boolean protectedGroup(String group) {
        return group.equals("k8s.io")
                || group.endsWith(".k8s.io")
                || group.equals("kubernetes.io")
                || group.endsWith(".kubernetes.io");
    }

    public static Finding find(JsonObject definition) {
        String annotation = Fields.text(definition, "metadata", "annotations", ANNOTATION);
        if (annotation.isEmpty()) {
            return new Finding(
                    State.MISSING,
                    "protected groups must have approval annotation \"" + ANNOTATION
                            + "\", see https://github.com/kubernetes/enhancements/pull/1111");
        }
        if (annotation.startsWith("unapproved")) {
            return new Finding(State.BYPASSED, "not approved: \"" + annotation + "\"");
        }
        if (isUrl(annotation)) {
            return new Finding(State.APPROVED, "approved in " + annotation);
        }
        return new Finding(
                State.INVALID,
                "protected groups must have approval annotation \"" + ANNOTATION
                        + "\" with either a URL or a reason starting with \"unapproved\", see "
                        + "https://github.com/kubernetes/enhancements/pull/1111");
    }

    /// A state that was there before is not held against a definition.
    static void check(JsonObject definition, @Nullable JsonObject old, String group, FieldErrors errors) {
        if (!protectedGroup(group)) {
            return;
        }
        Finding finding = find(definition);
        if (old != null && find(old).state() == finding.state()) {
            return;
        }
        FieldPath path = FieldPath.of("metadata").child("annotations").key(ANNOTATION);
        switch (finding.state()) {
            case MISSING -> errors.required(path, finding.why());
            case INVALID ->
                errors.invalid(path, Fields.text(definition, "metadata", "annotations", ANNOTATION), finding.why());
            case BYPASSED, APPROVED -> {}
        }
    }

    private static boolean isUrl(String text) {
        try {
            URI uri = new URI(text);
            return uri.getScheme() != null && uri.getHost() != null;
        } catch (URISyntaxException _) {
            return false;
        }
    }
}
