package dev.setpoint.apiserver.registry.write;

import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.pipeline.QueryParameters;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.FieldError;
import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.JsonWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The query of a write.
public record WriteParameters(
        boolean dryRun, FieldValidation fieldValidation, String fieldManager, Optional<Boolean> force) {
    /// What happens to fields that the schema does not know, and to fields that occur twice.
    public enum FieldValidation {
        IGNORE,
        WARN,
        STRICT
    }

    /// Of a write that has parameters of its own kind.
    public static final WriteParameters NONE = new WriteParameters(false, FieldValidation.IGNORE, "", Optional.empty());

    private static final int MAX_FIELD_MANAGER = 128;

    /// @param options the kind under which Kubernetes reports mistakes: `CreateOptions`, `UpdateOptions`,
    /// `PatchOptions`
    public static WriteParameters of(Call call, String options) {
        List<FieldError> errors = new ArrayList<>();
        boolean dryRun = dryRun(call.parameters().getOrDefault("dryRun", List.of()), errors);
        String manager = call.parameter("fieldManager");
        if (manager.length() > MAX_FIELD_MANAGER) {
            errors.add(FieldError.tooLong("fieldManager", MAX_FIELD_MANAGER));
        }
        unprintable(manager).ifPresent(errors::add);
        String word = call.parameter("fieldValidation");
        FieldValidation validation = switch (word) {
            case "", "Warn" -> FieldValidation.WARN;
            case "Ignore" -> FieldValidation.IGNORE;
            case "Strict" -> FieldValidation.STRICT;
            default -> {
                errors.add(FieldError.notSupported("fieldValidation", word, List.of("", "Ignore", "Strict", "Warn")));
                yield FieldValidation.WARN;
            }
        };
        if (!errors.isEmpty()) {
            throw new ApiException(
                    new ApiError.Invalid(new GroupVersionKind("meta.k8s.io", "v1", options), "", errors));
        }
        return new WriteParameters(dryRun, validation, manager, QueryParameters.flag(call, "force"));
    }

    private static Optional<FieldError> unprintable(String manager) {
        for (int i = 0; i < manager.length(); i++) {
            if (Character.isISOControl(manager.charAt(i))) {
                return Optional.of(FieldError.invalid(
                        "fieldManager",
                        JsonWriter.text(JsonValue.of(manager)),
                        "invalid character U+%04X (at position %d)".formatted((int) manager.charAt(i), i)));
            }
        }
        return Optional.empty();
    }

    static boolean dryRun(List<String> values, List<FieldError> errors) {
        if (values.stream().allMatch(value -> value.equals("All"))) {
            return !values.isEmpty();
        }
        String shown = values.stream().map(value -> '"' + value + '"').collect(Collectors.joining(",", "[", "]"));
        errors.add(new FieldError(
                "FieldValueNotSupported", "dryRun", "Unsupported value: " + shown + ": supported values: \"All\""));
        return false;
    }

    /// Who owns the fields of this write: as the caller says, or the program's name from its user agent.
    ///
    ///     "kubectl/v1.33.1 (linux/amd64) ..."   gives   kubectl
    static String manager(String fieldManager, String userAgent) {
        if (!fieldManager.isEmpty()) {
            return fieldManager;
        }
        int slash = userAgent.indexOf('/');
        String program = slash < 0 ? userAgent : userAgent.substring(0, slash);
        StringBuilder printable = new StringBuilder();
        program.codePoints()
                .filter(point -> !Character.isISOControl(point))
                .limit(MAX_FIELD_MANAGER)
                .forEach(printable::appendCodePoint);
        return printable.toString();
    }
}
