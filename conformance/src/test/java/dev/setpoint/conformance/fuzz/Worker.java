package dev.setpoint.conformance.fuzz;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.setpoint.conformance.AdminHttp;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Sends inputs one after the other into a namespace of its own and looks at what came of each.
final class Worker {
    private static final Duration DEADLINE = Duration.ofSeconds(20);

    private final AdminHttp http;
    private final Fuzzer fuzzer;
    private final String namespace;
    private final List<Integer> refused = new ArrayList<>();
    private final List<String> complaints = new ArrayList<>();

    Worker(AdminHttp http, Fuzzer fuzzer, String namespace) {
        this.http = http;
        this.fuzzer = fuzzer;
        this.namespace = namespace;
    }

    private record Answer(int code, Optional<JsonNode> body, String text) {
        boolean isRefusal() {
            return code >= 400;
        }
    }

    void prepare() {
        post("/api/v1/namespaces", "{\"metadata\":{\"name\":\"" + namespace + "\"}}");
        post(
                "/api/v1/namespaces/" + namespace + "/configmaps",
                "{\"metadata\":{\"name\":\"target\",\"labels\":{\"a\":\"b\"}},\"data\":{\"a\":\"1\"}}");
        prepareWorkload();
    }

    /// Something for the workloads' patches, which all are dry runs, to be tried on.
    private void prepareWorkload() {
        post(
                "/apis/apps/v1/namespaces/" + namespace + "/deployments",
                "{\"metadata\":{\"name\":\"web\"},\"spec\":{\"replicas\":0,\"selector\":{\"matchLabels\":{\"app\":"
                        + "\"web\"}},\"template\":{\"metadata\":{\"labels\":{\"app\":\"web\"}},\"spec\":{\"containers\":["
                        + "{\"name\":\"app\",\"image\":\"app:1\"}]}}}}");
    }

    private void post(String path, String body) {
        Answer answer = send(new Input("POST", path, "application/json", "application/json", Bytes.utf8(body)));
        if (answer.code() != 201) {
            throw new AssertionError(path + " was answered with " + answer);
        }
    }

    /// The numbers of the inputs that were refused.
    List<Integer> refused() {
        return refused;
    }

    List<String> complaints() {
        return complaints;
    }

    void attempt(int number) {
        Input input = fuzzer.input(number, namespace);
        boolean reads = input.method().equals("GET")
                || input.method().equals("HEAD")
                || input.method().equals("OPTIONS");
        try {
            Optional<Target> target = reads ? Optional.empty() : Target.of(input);
            Optional<JsonNode> before = target.flatMap(this::read);
            Answer answer = send(input);
            Optional<String> complaint = input.method().equals("HEAD")
                    ? Optional.empty()
                    : Verdict.complaint(answer.code(), answer.body(), answer.text());
            if (complaint.isEmpty() && !reads) {
                complaint = checkEffect(input, target, before, answer);
            }
            if (answer.isRefusal()) {
                refused.add(number);
            }
            complaint.ifPresent(text -> complaints.add("input " + number + ": " + text + "\n" + input.shown()));
        } catch (AssertionError | RuntimeException e) {
            complaints.add("input " + number + ": " + e + " by " + e.getCause() + "\n" + input.shown());
        }
    }

    /// A refused write leaves the object as it was; one that is acknowledged can be read as it was answered.
    private Optional<String> checkEffect(
            Input input, Optional<Target> target, Optional<JsonNode> before, Answer answer) {
        if (answer.isRefusal() || input.isDryRun()) {
            Optional<JsonNode> after = target.flatMap(this::read);
            return before.equals(after) || before.stream().anyMatch(Worker::isGarbage)
                    ? Optional.empty()
                    : Optional.of("refused with " + answer.code() + ", but " + before + " is now " + after);
        }
        if (input.method().equals("DELETE") || !input.accept().equals("application/json")) {
            return Optional.empty();
        }
        JsonNode acknowledged = answer.body().orElseThrow(() -> new AssertionError("a success without JSON"));
        Optional<Target> written = target.or(() -> Target.created(input, acknowledged));
        if (written.isEmpty() || isGarbage(acknowledged)) {
            return Optional.empty();
        }
        Optional<JsonNode> found = read(written.get());
        return found.equals(answer.body())
                ? Optional.empty()
                : Optional.of("acknowledged as " + acknowledged + ", but found " + found);
    }

    /// Whether the garbage collector may act on an object at any time.
    private static boolean isGarbage(JsonNode object) {
        JsonNode metadata = object.path("metadata");
        return metadata.has("ownerReferences") || metadata.has("deletionTimestamp");
    }

    private Optional<JsonNode> read(Target target) {
        Answer answer = send(new Input("GET", target.path(), "", "application/json", new byte[0]));
        return answer.code() == 200 ? answer.body() : Optional.empty();
    }

    /// Sends an input again and looks at nothing: for what repeating it may cost.
    void repeat(int number) {
        send(fuzzer.input(number, namespace));
    }

    private Answer send(Input input) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(http.server() + input.path()))
                .timeout(DEADLINE)
                .header("Accept", input.accept())
                .method(
                        input.method(),
                        input.body().length == 0
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofByteArray(input.body()));
        if (!input.mediaType().isEmpty()) {
            request.header("Content-Type", input.mediaType());
        }
        return input.isWatch() ? opened(request.build()) : whole(request.build());
    }

    private Answer whole(HttpRequest request) {
        try {
            HttpResponse<byte[]> response = http.client()
                    .sendAsync(request, HttpResponse.BodyHandlers.ofByteArray())
                    .get(DEADLINE.toMillis(), TimeUnit.MILLISECONDS);
            return new Answer(
                    response.statusCode(), json(response.body()), new String(response.body(), StandardCharsets.UTF_8));
        } catch (ExecutionException | TimeoutException e) {
            throw new AssertionError("no answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /// A watch goes on until somebody closes it.
    private Answer opened(HttpRequest request) {
        try {
            HttpResponse<InputStream> response = http.client().send(request, HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream body = response.body()) {
                boolean refusal = response.statusCode() >= 400;
                byte[] read = refusal ? body.readAllBytes() : new byte[0];
                return new Answer(response.statusCode(), json(read), new String(read, StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw new AssertionError("no answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private static Optional<JsonNode> json(byte[] body) {
        String text = new String(body, StandardCharsets.UTF_8);
        try {
            return text.startsWith("{") ? Optional.of(Corpus.MAPPER.readTree(text)) : Optional.empty();
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }
}
