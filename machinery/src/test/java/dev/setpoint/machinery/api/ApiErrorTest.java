package dev.setpoint.machinery.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.setpoint.machinery.json.JsonObject;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;

class ApiErrorTest {
    private static final GroupResource PODS = new GroupResource("", "pods");

    static final List<ApiError> ERRORS = StatusReaderTest.ERRORS;

    /// A loop over HTTPS goes on as one inside the server's JVM does.
    @ParameterizedTest
    @FieldSource("ERRORS")
    void meansTheSameOverTheWire(ApiError error) {
        ApiError read = StatusReader.error(Status.of(error).code(), Status.toJson(error));
        assertThat(predicates(read)).isEqualTo(predicates(error));
        assertThat(read.retryAfter()).isEqualTo(error.retryAfter());
    }

    @Test
    void whatIsServedNowhereIsNotServedWhetherAsAStatusOrAsAPage() {
        assertThat(new ApiError.NoSuchPage().notServed()).isTrue();
        assertThat(new ApiError.NoSuchPath().notServed()).isTrue();
        assertThat(new ApiError.NoSuchPath().notFound()).isFalse();
    }

    /// Code, body, and whether a write may have happened when this is its answer.
    static final List<Arguments> ANSWERS = List.of(
            // The server itself, in a Status. Whoever fails inside of it may have written before.
            arguments(500, status("InternalError"), Written.PERHAPS),
            arguments(500, status("ServerTimeout"), Written.PERHAPS),
            arguments(500, status(""), Written.PERHAPS), // "etcdserver: request timed out"
            arguments(501, status(""), Written.PERHAPS),
            arguments(503, status("ServiceUnavailable"), Written.NOTHING),
            arguments(504, status("Timeout"), Written.PERHAPS),
            arguments(507, status(""), Written.PERHAPS),
            // Something on the way: the request may have reached the server, and its answer is lost.
            arguments(500, new JsonObject(), Written.PERHAPS),
            arguments(502, new JsonObject(), Written.PERHAPS),
            arguments(502, status(""), Written.PERHAPS),
            arguments(503, new JsonObject(), Written.PERHAPS),
            arguments(503, new JsonObject().put("error", "upstream connect error"), Written.PERHAPS),
            arguments(504, new JsonObject(), Written.PERHAPS),
            arguments(520, new JsonObject(), Written.PERHAPS),
            // Refusals.
            arguments(400, status("BadRequest"), Written.NOTHING),
            arguments(401, new JsonObject(), Written.NOTHING),
            arguments(403, status("Forbidden"), Written.NOTHING),
            arguments(404, new JsonObject(), Written.NOTHING),
            arguments(409, status("Conflict"), Written.NOTHING),
            arguments(410, status("Expired"), Written.NOTHING),
            arguments(422, status("Invalid"), Written.NOTHING),
            arguments(429, new JsonObject(), Written.NOTHING));

    enum Written {
        NOTHING,
        PERHAPS
    }

    @ParameterizedTest
    @FieldSource("ANSWERS")
    void onlyARefusalByTheServerItselfSaysThatNothingWasWritten(int code, JsonObject body, Written written) {
        assertThat(StatusReader.error(code, body).outcomeUnknown()).isEqualTo(written == Written.PERHAPS);
    }

    @Test
    void aRevisionThatIsTooLargeIsAReadThatComesTooEarly() {
        ApiError error = new ApiError.RevisionTooLarge(12, 7);
        assertThat(error.outcomeUnknown()).isFalse();
        assertThat(error.temporary()).isTrue();
        assertThat(error.retryAfter()).contains(Duration.ofSeconds(1));
    }

    @Test
    void aConflictOverFieldsIsNoneOverTheObject() {
        assertThat(new ApiError.Conflict(PODS, "a", "moved").conflict()).isTrue();
        assertThat(new ApiError.ApplyConflict("kubectl owns it", List.of()).conflict())
                .isFalse();
    }

    @Test
    void aTerminatingNamespaceIsTheOnlyRefusalThatIsExpected() {
        assertThat(new ApiError.NamespaceTerminating(PODS, "a", "short").namespaceTerminating())
                .isTrue();
        assertThat(new ApiError.Forbidden(PODS, "a", "unable to create new content in namespace short")
                        .namespaceTerminating())
                .isFalse();
    }

    @Test
    void whoSaysNothingOfAPauseAsksForNone() {
        assertThat(new ApiError.Unavailable("away").retryAfter()).isEmpty();
        assertThat(new ApiError.Timeout("late").retryAfter()).isEqualTo(Optional.empty());
    }

    private static Map<String, Boolean> predicates(ApiError error) {
        Map<String, Boolean> answers = new LinkedHashMap<>();
        answers.put("notFound", error.notFound());
        answers.put("notServed", error.notServed());
        answers.put("alreadyExists", error.alreadyExists());
        answers.put("conflict", error.conflict());
        answers.put("namespaceTerminating", error.namespaceTerminating());
        answers.put("outcomeUnknown", error.outcomeUnknown());
        answers.put("temporary", error.temporary());
        return answers;
    }

    private static JsonObject status(String reason) {
        return new JsonObject().put("kind", "Status").put("reason", reason).put("message", "in any words");
    }
}
