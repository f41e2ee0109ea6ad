package dev.setpoint.resources.strategy.pod;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.Formats;
import dev.setpoint.resources.strategy.Quantities;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The environment variables of a container and where their values come from.
final class EnvironmentValidation {
    private static final List<String> VARIABLE_FIELDS = List.of(
            "metadata.name",
            "metadata.namespace",
            "metadata.uid",
            "spec.nodeName",
            "spec.serviceAccountName",
            "status.hostIP",
            "status.hostIPs",
            "status.podIP",
            "status.podIPs");
    private static final List<String> FILE_FIELDS =
            List.of("metadata.annotations", "metadata.labels", "metadata.name", "metadata.namespace", "metadata.uid");
    /// Known, but offered neither to variables nor to files.
    private static final List<String> OTHER_FIELDS =
            List.of("spec.restartPolicy", "spec.schedulerName", "status.phase", "spec.host");
    private static final List<String> RESOURCES = List.of(
            "limits.cpu",
            "limits.ephemeral-storage",
            "limits.memory",
            "requests.cpu",
            "requests.ephemeral-storage",
            "requests.memory");
    private static final List<String> BYTE_DIVISORS =
            List.of("1", "1k", "1M", "1G", "1T", "1P", "1E", "1Ki", "1Mi", "1Gi", "1Ti", "1Pi", "1Ei");
    private static final List<String> SOURCES =
            List.of("fieldRef", "resourceFieldRef", "configMapKeyRef", "secretKeyRef", "fileKeyRef");

    private final FieldErrors errors;

    EnvironmentValidation(FieldErrors errors) {
        this.errors = errors;
    }

    void check(JsonObject container, FieldPath path) {
        Fields.each(container, "env", path, this::variable);
        FieldPath sources = path.child("envFrom");
        Fields.each(container, "envFrom", path, (source, at) -> source(source, at, sources));
    }

    private void variable(JsonObject variable, FieldPath path) {
        if (Checks.required(variable, "name", path, errors)) {
            String name = variable.textOr("name", "");
            errors.invalid(path.child("name"), name, Formats.environmentName(name));
        }
        JsonObject from = variable.object("valueFrom");
        if (from != null) {
            valueFrom(from, Fields.isSet(variable, "value"), path.child("valueFrom"));
        }
    }

    private void valueFrom(JsonObject from, boolean hasValue, FieldPath path) {
        int sources = 0;
        for (String field : SOURCES) {
            JsonObject source = from.object(field);
            if (source != null) {
                sources++;
                valueSource(field, source, path.child(field));
            }
        }
        if (sources == 0) {
            errors.invalid(
                    path,
                    "",
                    "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or"
                            + " `fileKeyRef`");
        } else if (hasValue) {
            errors.invalid(path, "", "may not be specified when `value` is not empty");
        } else if (sources > 1) {
            errors.invalid(path, "", "may not have more than one field specified at a time");
        }
    }

    private void valueSource(String field, JsonObject source, FieldPath path) {
        switch (field) {
            case "fieldRef" -> field(source, VARIABLE_FIELDS, path, errors);
            case "resourceFieldRef" -> resource(source, false, path, errors);
            case "fileKeyRef" -> fileKey(source, path);
            default -> {
                Checks.subdomain(source.textOr("name", ""), path.child("name"), errors);
                if (Checks.required(source, "key", path, errors)) {
                    String key = source.textOr("key", "");
                    errors.invalid(path.child("key"), key, Formats.configKey(key));
                }
            }
        }
    }

    private void fileKey(JsonObject source, FieldPath path) {
        if (Checks.required(source, "key", path, errors)) {
            String key = source.textOr("key", "");
            errors.invalid(path.child("key"), key, Formats.environmentName(key));
        }
        if (Checks.required(source, "volumeName", path, errors)) {
            Checks.label(source.textOr("volumeName", ""), path.child("volumeName"), errors);
        }
        if (Checks.required(source, "path", path, errors)) {
            PathValidation.noBacksteps(source.textOr("path", ""), path.child("path"), errors);
        }
    }

    private void source(JsonObject source, FieldPath path, FieldPath list) {
        String prefix = source.textOr("prefix", "");
        if (!prefix.isEmpty()) {
            errors.invalid(path.child("prefix"), prefix, Formats.environmentName(prefix));
        }
        int sources = 0;
        for (String field : List.of("configMapRef", "secretRef")) {
            JsonObject reference = source.object(field);
            if (reference != null) {
                sources++;
                if (Checks.required(reference, "name", path.child(field), errors)) {
                    Checks.subdomain(
                            reference.textOr("name", ""), path.child(field).child("name"), errors);
                }
            }
        }
        if (sources == 0) {
            errors.invalid(list, "", "must specify one of: `configMapRef` or `secretRef`");
        } else if (sources > 1) {
            errors.invalid(list, "", "may not have more than one field specified at a time");
        }
    }

    /// A file in a volume that shows a field or a resource of the pod.
    static void downwardFile(JsonObject file, FieldPath path, FieldErrors errors) {
        Checks.required(file, "path", path, errors);
        PathValidation.localNonReserved(file.textOr("path", ""), path.child("path"), errors);
        JsonObject field = file.object("fieldRef");
        JsonObject resource = file.object("resourceFieldRef");
        if (field != null) {
            field(field, FILE_FIELDS, path.child("fieldRef"), errors);
            if (resource != null) {
                errors.invalid(path, "resource", "fieldRef and resourceFieldRef can not be specified simultaneously");
            }
        } else if (resource != null) {
            resource(resource, true, path.child("resourceFieldRef"), errors);
        } else {
            errors.required(path, "one of fieldRef and resourceFieldRef is required");
        }
        PathValidation.mode(file, "mode", path, errors);
    }

    private static void field(JsonObject reference, List<String> supported, FieldPath path, FieldErrors errors) {
        if (!Checks.required(reference, "apiVersion", path, errors)
                || !Checks.required(reference, "fieldPath", path, errors)) {
            return;
        }
        String field = reference.textOr("fieldPath", "");
        int open = field.endsWith("']") ? field.indexOf("['") : -1;
        String problem = conversionProblem(reference.textOr("apiVersion", ""), field, open);
        if (!problem.isEmpty()) {
            errors.invalid(path.child("fieldPath"), field, "error converting fieldPath: " + problem);
        } else if (open >= 0) {
            String key = field.substring(open + 2, field.length() - 2);
            boolean annotation = field.startsWith("metadata.annotations");
            Checks.labelKey(annotation ? key.toLowerCase(Locale.ROOT) : key, path, errors);
        } else if (!supported.contains(field)) {
            errors.notSupported(path.child("fieldPath"), field, supported);
        }
    }

    private static String conversionProblem(String version, String field, int subscript) {
        if (!version.equals("v1")) {
            return "unsupported pod version: " + version;
        }
        if (subscript >= 0) {
            String map = field.substring(0, subscript);
            boolean known = map.equals("metadata.annotations") || map.equals("metadata.labels");
            return known ? "" : "field label does not support subscript: " + field;
        }
        boolean known = VARIABLE_FIELDS.contains(field) || FILE_FIELDS.contains(field) || OTHER_FIELDS.contains(field);
        return known ? "" : "field label not supported: " + field;
    }

    private static void resource(JsonObject reference, boolean file, FieldPath path, FieldErrors errors) {
        String resource = reference.textOr("resource", "");
        if (file && !Fields.isSet(reference, "containerName")) {
            errors.required(path.child("containerName"), "");
        } else if (resource.isEmpty()) {
            errors.required(path.child("resource"), "");
        } else if (!RESOURCES.contains(resource) && !isHugePages(resource)) {
            errors.notSupported(path.child("resource"), resource, RESOURCES);
        }
        divisor(resource, reference.get("divisor"), path, errors);
    }

    private static void divisor(String resource, @Nullable JsonValue divisor, FieldPath path, FieldErrors errors) {
        if (divisor == null || Quantities.of(divisor).signum() == 0) {
            return;
        }
        String text = Quantities.text(divisor);
        switch (resource) {
            case "limits.cpu", "requests.cpu" -> {
                if (!text.equals("1m") && !text.equals("1")) {
                    errors.invalid(
                            path.child("divisor"),
                            resource,
                            "only divisor's values 1m and 1 are supported with the cpu resource");
                }
            }
            case "limits.memory", "requests.memory" -> bytes(resource, text, "memory", path, errors);
            case "limits.ephemeral-storage", "requests.ephemeral-storage" ->
                bytes(resource, text, "local ephemeral storage", path, errors);
            default -> {
                if (isHugePages(resource)) {
                    bytes(resource, text, "hugepages", path, errors);
                }
            }
        }
    }

    private static void bytes(String resource, String divisor, String what, FieldPath path, FieldErrors errors) {
        if (!BYTE_DIVISORS.contains(divisor)) {
            errors.invalid(
                    path.child("divisor"),
                    resource,
                    "only divisor's values " + String.join(", ", BYTE_DIVISORS) + " are supported with the " + what
                            + " resource");
        }
    }

    private static boolean isHugePages(String resource) {
        return resource.startsWith("limits.hugepages-") || resource.startsWith("requests.hugepages-");
    }
}
