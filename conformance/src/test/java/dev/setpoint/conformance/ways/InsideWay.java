package dev.setpoint.conformance.ways;

import dev.setpoint.apiserver.pipeline.Answer;
import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.pipeline.CallBody;
import dev.setpoint.apiserver.pipeline.EventStream;
import dev.setpoint.apiserver.pipeline.Pipeline;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.base.Env;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Target;
import dev.setpoint.client.WatchEvent;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.api.Status;
import dev.setpoint.machinery.json.JsonWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A call in the same process, as the loops make them: the verb and the target are known, and no bytes travel.
final class InsideWay implements Way {
    private final Pipeline pipeline;
    private final Env env;

    InsideWay(Pipeline pipeline, Env env) {
        this.pipeline = pipeline;
        this.env = env;
    }

    @Override
    public String name() {
        return "inside";
    }

    @Override
    public Optional<Reply> ask(Question question, String space) {
        if (!question.accept().equals(Question.JSON)) {
            return Optional.empty();
        }
        Call call = Call.inside(
                        env,
                        User.of("kubernetes-admin", User.MASTERS),
                        question.verb(),
                        target(question, space),
                        question.mediaType().isEmpty()
                                ? CallBody.None.NONE
                                : new CallBody.Bytes(question.mediaType(), question.bytes()),
                        WaysInIT.AGENT)
                .withParameters(parameters(question.query()));
        try {
            Answer answer = pipeline.handle(call);
            return Optional.of(new Reply(answer.code(), parts(question, answer), Optional.empty()));
        } catch (ApiException e) {
            return Optional.of(refusal(question, e.error()));
        } finally {
            call.life().end();
        }
    }

    /// What is an exception here has two other forms on the wire: a watch that once began fails by an event, and what
    /// is
    /// no path of Kubernetes' own is a page.
    private static Reply refusal(Question question, ApiError error) {
        String status = JsonWriter.text(Status.toJson(error));
        if (question.watches() && question.events() > 0) {
            return new Reply(200, List.of("{\"type\":\"ERROR\",\"object\":" + status + "}"), Optional.empty());
        }
        String text = error instanceof ApiError.NoSuchPage ? "404 page not found" : status;
        return new Reply(Status.of(error).code(), List.of(text), Optional.empty());
    }

    private static Target target(Question question, String space) {
        String[] parts = question.path().split("/", -1);
        return new Target(
                GroupVersionResource.of(question.apiVersion(), parts[0]),
                question.scope() == Question.Scope.NAMESPACED ? space : "",
                parts.length > 1 ? parts[1] : "",
                parts.length > 2 ? parts[2] : "");
    }

    private static Map<String, List<String>> parameters(String query) {
        Map<String, List<String>> parameters = new LinkedHashMap<>();
        for (String part : query.split("&", -1)) {
            if (!part.isEmpty()) {
                int equals = part.indexOf('=');
                parameters.put(part.substring(0, equals), List.of(part.substring(equals + 1)));
            }
        }
        return parameters;
    }

    private static List<String> parts(Question question, Answer answer) {
        try {
            return switch (answer) {
                case Answer.One one -> List.of(text(one.object().filled()));
                case Answer.Document document -> List.of(text(JsonWriter.bytes(document.json())));
                case Answer.Many many -> List.of(list(many));
                case Answer.Stream(var events, var _) -> {
                    try (events) {
                        yield events(events, question.events());
                    }
                }
                case Answer.Text _, Answer.Page _, Answer.Duplex _ ->
                    throw new AssertionError(question + " is not in the table");
            };
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String list(Answer.Many many) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(many.head());
        String separator = "";
        while (many.items().hasNext()) {
            Stored item = many.items().next();
            out.write(separator.getBytes(StandardCharsets.UTF_8));
            if (many.skip() > 0) {
                out.write('{');
            }
            item.writeTo(out, many.skip());
            separator = ",";
        }
        out.write(many.tail());
        return out.toString(StandardCharsets.UTF_8);
    }

    private static List<String> events(EventStream stream, int wanted) {
        List<String> events = new ArrayList<>();
        while (events.size() < wanted) {
            for (WatchEvent event : stream.next(Duration.ofSeconds(30)).orElseThrow()) {
                String type = switch (event) {
                    case WatchEvent.Added _ -> "ADDED";
                    case WatchEvent.Modified _ -> "MODIFIED";
                    case WatchEvent.Deleted _ -> "DELETED";
                    case WatchEvent.Bookmark _ -> "BOOKMARK";
                };
                events.add("{\"type\":\"" + type + "\",\"object\":"
                        + text(event.object().filled()) + "}");
            }
        }
        return events.subList(0, wanted);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
