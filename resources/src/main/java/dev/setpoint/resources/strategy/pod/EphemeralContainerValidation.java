package dev.setpoint.resources.strategy.pod;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.text.Quoted;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.StructText;
import dev.setpoint.resources.strategy.UnifiedDiff;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Containers that somebody adds to a running pod to look into it. Nothing relies on them.
final class EphemeralContainerValidation {
    private static final List<String> ALLOWED = List.of(
            "name",
            "image",
            "command",
            "args",
            "workingDir",
            "envFrom",
            "env",
            "volumeMounts",
            "volumeDevices",
            "terminationMessagePath",
            "terminationMessagePolicy",
            "imagePullPolicy",
            "securityContext",
            "stdin",
            "stdinOnce",
            "tty",
            "targetContainerName");
    private static final String NOT_HERE = "cannot be set for an Ephemeral Container";

    private final ContainerValidation containers;
    private final FieldErrors errors;

    EphemeralContainerValidation(ContainerValidation containers, FieldErrors errors) {
        this.containers = containers;
        this.errors = errors;
    }

    void check(JsonObject spec, FieldPath path) {
        if (!Fields.isSet(spec, "ephemeralContainers")) {
            return;
        }
        Set<String> others = ContainerValidation.names(spec, "containers", "initContainers");
        Set<String> names = ContainerValidation.names(spec, "containers", "initContainers");
        Fields.each(spec, "ephemeralContainers", path, (container, at) -> {
            containers.common(container, at);
            containers.trimmedImage(container, at);
            String name = container.textOr("name", "");
            if (!names.add(name)) {
                errors.duplicate(at.child("name"), name);
            }
            String target = container.textOr("targetContainerName", "");
            if (!target.isEmpty() && !others.contains(target)) {
                errors.notFound(at.child("targetContainerName"), target);
            }
            allowedFields(container, at);
        });
    }

    private void allowedFields(JsonObject container, FieldPath path) {
        for (String field : container.names()) {
            if (!ALLOWED.contains(field) && Fields.isSet(container, field)) {
                errors.forbidden(path.child(field), NOT_HERE);
            }
        }
        Fields.each(container, "volumeMounts", path, (mount, at) -> {
            for (String field : List.of("subPath", "subPathExpr")) {
                if (Fields.isSet(mount, field)) {
                    errors.forbidden(at.child(field), NOT_HERE);
                }
            }
        });
    }

    /// Once added, such a container neither changes nor goes.
    static void checkUpdate(JsonObject pod, JsonObject old, FieldErrors errors) {
        FieldPath path = FieldPath.of("spec").child("ephemeralContainers");
        List<JsonObject> containers = Fields.objects(pod.child("spec"), "ephemeralContainers");
        for (JsonObject earlier : Fields.objects(old.child("spec"), "ephemeralContainers")) {
            String name = earlier.textOr("name", "");
            JsonObject now = named(name, containers);
            if (now == null) {
                errors.forbidden(path, "existing ephemeral containers " + Quoted.of(name) + " may not be removed\n");
            } else if (!now.equals(earlier)) {
                errors.forbidden(
                        path,
                        "existing ephemeral containers " + Quoted.of(name) + " may not be changed\n"
                                + UnifiedDiff.of(StructText.container(earlier), StructText.container(now)));
            }
        }
    }

    private static @Nullable JsonObject named(String name, List<JsonObject> containers) {
        for (JsonObject container : containers) {
            if (container.textOr("name", "").equals(name)) {
                return container;
            }
        }
        return null;
    }
}
