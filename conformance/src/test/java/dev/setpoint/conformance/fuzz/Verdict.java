package dev.setpoint.conformance.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Whether an answer may be given to bad input.
final class Verdict {
    /// Mistakes of a caller to which Kubernetes answers with code 500 and no reason: equal answers are right, and
    /// nothing else is.
    private static final List<Pattern> RECORDED_FAILURES = List.of(
            Pattern.compile(
                    "strconv\\.Parse(Uint|Int): parsing .*: (invalid syntax|value out of range)", Pattern.DOTALL),
            Pattern.compile("resourceVersion: Invalid value: .*", Pattern.DOTALL),
            Pattern.compile("resourceVersion should not be set on objects to be created"),
            Pattern.compile("failed to create typed patch object \\(.*\\): .*", Pattern.DOTALL),
            Pattern.compile("expected a \\[]interface \\{}, but received a .*", Pattern.DOTALL),
            Pattern.compile("unknown patch type: .* in map: .*", Pattern.DOTALL),
            Pattern.compile("list element types are not identical: .*", Pattern.DOTALL),
            Pattern.compile("cannot merge lists without merge key for struct"),
            Pattern.compile("The order in patch list:\n.*", Pattern.DOTALL),
            Pattern.compile("merging lists cannot yet be specified in the patch"),
            Pattern.compile("(delete patch type with no merge key|unable to find api field) .*", Pattern.DOTALL),
            Pattern.compile("map: .* does not contain declared merge key: .*", Pattern.DOTALL),
            Pattern.compile("\\[?target\\.(kind|name): .*", Pattern.DOTALL),
            Pattern.compile("This pod has more than one PodDisruptionBudget, .*", Pattern.DOTALL));

    /// What Kubernetes says of a custom resource that has no replicas where its definition has them.
    private static final Pattern NO_REPLICAS =
            Pattern.compile("Internal error occurred: the spec replicas field \".*\" does not exist", Pattern.DOTALL);

    private Verdict() {}

    /// What is wrong with an answer.
    static Optional<String> complaint(int code, Optional<JsonNode> body, String text) {
        // Outside the API Kubernetes, too, says no more than this.
        if ((code >= 200 && code < 400) || (code == 404 && text.strip().equals("404 page not found"))) {
            return Optional.empty();
        }
        if (body.isEmpty() || !body.get().path("kind").asText().equals("Status")) {
            return Optional.of("code " + code + " without a Status");
        }
        JsonNode status = body.get();
        if (status.path("code").asInt() != code) {
            return Optional.of("code " + code + " with a Status of code " + status.path("code"));
        }
        return (code >= 400 && code < 500) || isRecorded(code, status)
                ? Optional.empty()
                : Optional.of("code " + code + ": " + status.path("message").asText());
    }

    private static boolean isRecorded(int code, JsonNode status) {
        String message = status.path("message").asText();
        if (code == 500 && NO_REPLICAS.matcher(message).matches()) {
            return true;
        }
        return (code == 504 && message.startsWith("Too large resource version"))
                || (code == 500
                        && !status.has("reason")
                        && RECORDED_FAILURES.stream()
                                .anyMatch(pattern -> pattern.matcher(message).matches()));
    }
}
