package dev.setpoint.machinery.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.machinery.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class StatusReaderTest {
    private static final GroupResource PODS = new GroupResource("", "pods");
    private static final GroupResource DEPLOYMENTS = new GroupResource("apps", "deployments");
    private static final FieldError CAUSE = FieldError.required("spec.x", "say so");

    static final List<ApiError> ERRORS = List.of(
            new ApiError.NotFound(DEPLOYMENTS, "a"),
            new ApiError.NoSuchPath(),
            new ApiError.AlreadyExists(PODS, "a", false),
            new ApiError.AlreadyExists(PODS, "a", true),
            new ApiError.GeneratedNameTaken(PODS, "a-xyz"),
            new ApiError.Conflict(DEPLOYMENTS, "a", "the object has been modified"),
            new ApiError.ApplyConflict("Apply failed with 1 conflict", List.of(CAUSE)),
            new ApiError.Invalid(new GroupVersionKind("apps", "", "Deployment"), "a", List.of(CAUSE)),
            new ApiError.BadRequest("no"),
            new ApiError.Rejected(),
            new ApiError.Unauthorized(),
            new ApiError.Forbidden(PODS, "a", "you may not"),
            new ApiError.Forbidden(PODS, "", "you may not"),
            new ApiError.NamespaceTerminating(PODS, "a", "short"),
            new ApiError.ForbiddenPath("forbidden: no"),
            new ApiError.MethodNotAllowed(),
            new ApiError.UnknownForm("only these"),
            new ApiError.UnsupportedMediaType("not this"),
            new ApiError.TooLarge("too much"),
            new ApiError.Expired("gone", Optional.of("token")),
            new ApiError.Expired("gone", Optional.empty()),
            new ApiError.RevisionTooLarge(12, 7),
            new ApiError.TooManyRequests("wait", Duration.ofSeconds(3), List.of(CAUSE)),
            new ApiError.Timeout("late"),
            new ApiError.Unavailable("away"),
            new ApiError.Internal("broken"),
            new ApiError.Unclassified("odd"));

    @ParameterizedTest
    @FieldSource("ERRORS")
    void readsWhatWasWritten(ApiError error) {
        assertThat(StatusReader.error(Status.of(error).code(), Status.toJson(error)))
                .isEqualTo(error);
    }

    @Test
    void makesTheBestOfAnAnswerWithoutAStatus() {
        assertThat(StatusReader.error(502, new JsonObject()))
                .isEqualTo(new ApiError.Unclassified("the server answered 502"));
        assertThat(StatusReader.error(418, new JsonObject()))
                .isEqualTo(new ApiError.BadRequest("the server answered 418"));
    }
}
