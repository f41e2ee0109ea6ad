package dev.setpoint.apiserver.registry.write;

import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.pipeline.CallBody;
import dev.setpoint.apiserver.pipeline.QueryParameters;
import dev.setpoint.client.DeleteOptions.Propagation;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.FieldError;
import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// How to delete: from the DeleteOptions in the body, or from the query where there is no body.
public record DeleteParameters(
        Propagation propagation,
        OptionalLong gracePeriodSeconds,
        Optional<String> uid,
        Optional<String> resourceVersion,
        boolean dryRun) {
    private static final GroupVersionKind KIND = new GroupVersionKind("meta.k8s.io", "v1", "DeleteOptions");
    private static final GroupVersionKind BODY = new GroupVersionKind("", "v1", KIND.kind());

    public static DeleteParameters of(Call call, BodyDecoder decoder) {
        boolean fromBody = call.body() instanceof CallBody.Tree
                || (call.body() instanceof CallBody.Bytes(var _, byte[] bytes) && bytes.length > 0);
        return checked(fromBody ? decoder.decodeOptions(call.body(), BODY) : fromQuery(call));
    }

    /// @param options a DeleteOptions that came inside of something else
    public static DeleteParameters of(JsonObject options) {
        return checked(options);
    }

    private static JsonObject fromQuery(Call call) {
        JsonObject options = new JsonObject();
        QueryParameters.number(call, "gracePeriodSeconds")
                .ifPresent(seconds -> options.put("gracePeriodSeconds", seconds));
        if (!call.parameter("propagationPolicy").isEmpty()) {
            options.put("propagationPolicy", call.parameter("propagationPolicy"));
        }
        QueryParameters.flag(call, "orphanDependents").ifPresent(orphan -> options.put("orphanDependents", orphan));
        List<String> dryRun = call.parameters().getOrDefault("dryRun", List.of());
        if (!dryRun.isEmpty()) {
            options.put("dryRun", JsonArray.ofTexts(dryRun));
        }
        return options;
    }

    private static DeleteParameters checked(JsonObject options) {
        List<FieldError> errors = new ArrayList<>();
        Propagation propagation = propagation(options, errors);
        JsonArray dryRunWords = options.array("dryRun");
        boolean dryRun = WriteParameters.dryRun(dryRunWords == null ? List.of() : dryRunWords.texts(), errors);
        if (!errors.isEmpty()) {
            throw new ApiException(new ApiError.Invalid(KIND, "", errors));
        }
        OptionalLong grace = options.get("gracePeriodSeconds") instanceof JsonValue.JsonInteger(long seconds)
                ? OptionalLong.of(seconds < 0 ? 1 : seconds) // As Kubernetes reads it.
                : OptionalLong.empty();
        JsonObject preconditions = options.object("preconditions");
        return new DeleteParameters(
                propagation,
                grace,
                Optional.ofNullable(preconditions).map(given -> given.text("uid")),
                Optional.ofNullable(preconditions).map(given -> given.text("resourceVersion")),
                dryRun);
    }

    private static Propagation propagation(JsonObject options, List<FieldError> errors) {
        String policy = options.textOr("propagationPolicy", "");
        boolean old = options.get("orphanDependents") instanceof JsonValue.JsonBoolean;
        if (old && !policy.isEmpty()) {
            errors.add(FieldError.invalid(
                    "propagationPolicy",
                    "\"" + policy + "\"",
                    "orphanDependents and deletionPropagation cannot be both set"));
        }
        if (old) {
            return options.booleanOr("orphanDependents", false) ? Propagation.ORPHAN : Propagation.BACKGROUND;
        }
        return switch (policy) {
            case "" -> Propagation.UNSPECIFIED;
            case "Background" -> Propagation.BACKGROUND;
            case "Foreground" -> Propagation.FOREGROUND;
            case "Orphan" -> Propagation.ORPHAN;
            default -> {
                errors.add(FieldError.notSupported(
                        "propagationPolicy", policy, List.of("Foreground", "Background", "Orphan")));
                yield Propagation.UNSPECIFIED;
            }
        };
    }
}
