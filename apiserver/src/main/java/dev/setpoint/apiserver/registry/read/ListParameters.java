package dev.setpoint.apiserver.registry.read;

import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.pipeline.QueryParameters;
import dev.setpoint.apiserver.pipeline.Verb;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.FieldError;
import dev.setpoint.machinery.api.GroupVersionKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// The query of a list or watch, checked for combinations that make no sense.
public record ListParameters(
        String labelSelector,
        String fieldSelector,
        long limit,
        String continueToken,
        String resourceVersion,
        String match,
        Optional<Boolean> sendInitialEvents,
        boolean bookmarks,
        OptionalLong timeoutSeconds) {
    static final String EXACT = "Exact";
    static final String NOT_OLDER_THAN = "NotOlderThan";
    private static final GroupVersionKind KIND = new GroupVersionKind("meta.k8s.io", "v1", "ListOptions");

    public static ListParameters of(Call call) {
        ListParameters parameters = new ListParameters(
                call.parameter("labelSelector"),
                call.parameter("fieldSelector"),
                Math.max(0, QueryParameters.number(call, "limit").orElse(0)),
                call.parameter("continue"),
                call.parameter("resourceVersion"),
                call.parameter("resourceVersionMatch"),
                QueryParameters.flag(call, "sendInitialEvents"),
                QueryParameters.flag(call, "allowWatchBookmarks").orElse(false),
                QueryParameters.number(call, "timeoutSeconds"));
        List<FieldError> errors = call.verb() == Verb.WATCH ? parameters.watchErrors() : parameters.listErrors();
        if (!errors.isEmpty()) {
            throw new ApiException(new ApiError.Invalid(KIND, "", errors));
        }
        return parameters;
    }

    private List<FieldError> watchErrors() {
        List<FieldError> errors = new ArrayList<>();
        if (sendInitialEvents.isPresent() && !match.equals(NOT_OLDER_THAN)) {
            errors.add(forbiddenMatch("sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"));
        }
        if (!match.isEmpty()) {
            if (sendInitialEvents.isEmpty()) {
                errors.add(forbiddenMatch(
                        "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided"));
            }
            if (!match.equals(NOT_OLDER_THAN)) {
                errors.add(FieldError.notSupported("resourceVersionMatch", match, List.of(NOT_OLDER_THAN)));
            }
            if (!continueToken.isEmpty()) {
                errors.add(forbiddenMatch("resourceVersionMatch is forbidden when continue is provided"));
            }
        }
        return errors;
    }

    private List<FieldError> listErrors() {
        List<FieldError> errors = new ArrayList<>();
        if (!match.isEmpty()) {
            if (resourceVersion.isEmpty()) {
                errors.add(forbiddenMatch("resourceVersionMatch is forbidden unless resourceVersion is provided"));
            }
            if (!continueToken.isEmpty()) {
                errors.add(forbiddenMatch("resourceVersionMatch is forbidden when continue is provided"));
            }
            if (!match.equals(EXACT) && !match.equals(NOT_OLDER_THAN)) {
                errors.add(FieldError.notSupported("resourceVersionMatch", match, List.of(EXACT, NOT_OLDER_THAN, "")));
            }
            if (match.equals(EXACT) && resourceVersion.equals("0")) {
                errors.add(forbiddenMatch("resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\""));
            }
        }
        if (sendInitialEvents.isPresent()) {
            errors.add(FieldError.forbidden("sendInitialEvents", "sendInitialEvents is forbidden for list"));
        }
        return errors;
    }

    private static FieldError forbiddenMatch(String why) {
        return FieldError.forbidden("resourceVersionMatch", why);
    }
}
