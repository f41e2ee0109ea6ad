package dev.setpoint.machinery.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;

class StatusReaderTest {
    private static final GroupResource PODS = new GroupResource("", "pods");
    private static final GroupResource DEPLOYMENTS = new GroupResource("apps", "deployments");
    private static final FieldError CAUSE = FieldError.required("spec.x", "say so");

    private static final FieldError OTHERS_FIELD =
            new FieldError("FieldManagerConflict", ".spec.x", "conflict with \"kubectl\" using v1");

    static final List<ApiError> ERRORS = List.of(
            new ApiError.NotFound(DEPLOYMENTS, "a"),
            new ApiError.NoSuchPath(),
            new ApiError.AlreadyExists(PODS, "a", false),
            new ApiError.AlreadyExists(PODS, "a", true),
            new ApiError.GeneratedNameTaken(PODS, "a-xyz"),
            new ApiError.Conflict(DEPLOYMENTS, "a", "the object has been modified"),
            new ApiError.Conflict(new GroupResource("", ""), "", "a webhook says no"),
            new ApiError.ApplyConflict("Apply failed with 1 conflict", List.of(OTHERS_FIELD)),
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
            new ApiError.Unanswered("broken pipe"),
            new ApiError.Unavailable("away"),
            new ApiError.Unavailable("away", Duration.ofSeconds(5)),
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
                .isEqualTo(new ApiError.Unanswered("the server answered 502"));
        assertThat(StatusReader.error(418, new JsonObject()))
                .isEqualTo(new ApiError.BadRequest("the server answered 418"));
    }

    /// The answers of a server of another make, in words that nobody here knows.
    static final List<Arguments> FOREIGN = List.of(
            arguments("""
                    {"kind": "Status", "code": 403, "reason": "Forbidden", "message": "kommt nicht in Frage",
                     "details": {"name": "a", "kind": "pods", "causes": [
                        {"reason": "NamespaceTerminating", "message": "geht", "field": "metadata.namespace"}]}}
                    """, ApiError.NamespaceTerminating.class),
            arguments("""
                    {"kind": "Status", "code": 409, "reason": "AlreadyExists", "message": "schon da",
                     "details": {"name": "a", "kind": "pods"}}
                    """, ApiError.AlreadyExists.class),
            arguments("""
                    {"kind": "Status", "code": 409, "reason": "AlreadyExists", "message": "schon da",
                     "details": {"name": "a", "kind": "pods", "retryAfterSeconds": 1}}
                    """, ApiError.GeneratedNameTaken.class),
            arguments("""
                    {"kind": "Status", "code": 504, "reason": "Timeout", "message": "zu hoch",
                     "details": {"causes": [{"reason": "ResourceVersionTooLarge", "message": "zu hoch"}],
                        "retryAfterSeconds": 1}}
                    """, ApiError.RevisionTooLarge.class),
            arguments("""
                    {"kind": "Status", "code": 409, "reason": "Conflict", "message": "nein",
                     "details": {"causes": [{"reason": "FieldManagerConflict", "message": "meins", "field": ".spec"}]}}
                    """, ApiError.ApplyConflict.class));

    @ParameterizedTest
    @FieldSource("FOREIGN")
    void whichErrorItIsDoesNotHangOnTheSentence(String status, Class<? extends ApiError> expected) {
        JsonObject json = JsonReader.object(status.getBytes(StandardCharsets.UTF_8));
        assertThat(StatusReader.error((int) json.integerOr("code", 0), json)).isInstanceOf(expected);
    }
}
