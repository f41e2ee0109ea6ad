package dev.setpoint.conformance.golden;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// Plays one scenario in a namespace of its own and compares each answer with the recorded one.
final class Conversation {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final double WAIT_SECONDS = 30;
    private static final double WATCH_SECONDS = 10;

    private final Wire wire;
    private final Scenario scenario;
    private final Patience patience;
    private final Variables variables;
    private final Placeholders placeholders;
    private final Normaliser normaliser;
    private final Surroundings surroundings;
    private final Map<String, OpenWatch> watches = new LinkedHashMap<>();

    Conversation(Wire wire, Scenario scenario, Patience patience) {
        this.wire = wire;
        this.scenario = scenario;
        this.patience = patience;
        String namespace = "gold-" + UUID.randomUUID().toString().substring(0, 8);
        variables = new Variables(namespace);
        placeholders = new Placeholders(namespace, scenario.source().toString());
        normaliser = new Normaliser(placeholders);
        surroundings = new Surroundings(wire, namespace);
    }

    /// The first answer that differs, or nothing when all are as recorded.
    Optional<Difference> play() {
        surroundings.prepare(patience);
        try {
            for (Scenario.Step step : scenario.steps()) {
                JsonNode actual = answer(step);
                if (!actual.equals(step.recorded())) {
                    return Optional.of(new Difference(step.name(), step.recorded(), actual));
                }
            }
            return Optional.empty();
        } finally {
            watches.values().forEach(OpenWatch::close);
            surroundings.cleanUp();
        }
    }

    private JsonNode answer(Scenario.Step step) {
        JsonNode request = step.request();
        if (request.has("sleep")) {
            patience.pause(request.path("sleep").asDouble());
            if (!request.has("path") && !request.has("watch")) {
                return NullNode.instance;
            }
        }
        JsonNode watch = request.path("watch");
        if (watch.has("read")) {
            OpenWatch kept = watches.get(watch.path("read").asText());
            return kept == null ? NODES.textNode("the watch was not started") : events(step, kept);
        }
        Wire.Call call = call(request);
        if (watch.isObject()) {
            return watch(step, call);
        }
        return request.has("wait") ? awaited(step, call) : received(step, call, wire.send(call));
    }

    private Wire.Call call(JsonNode request) {
        Optional<byte[]> body = Optional.empty();
        if (request.has("raw")) {
            body = Optional.of(Bodies.utf8(variables.in(request.path("raw").asText())));
        } else if (request.has("body")) {
            JsonNode sent = variables.in(request.get("body"));
            String prefix = sent.path("metadata").path("generateName").asText();
            if (!prefix.isEmpty()) {
                placeholders.expectGenerated(prefix);
            }
            body = Optional.of(Bodies.utf8(sent.toString()));
        }
        return new Wire.Call(
                request.path("method").asText("GET"),
                Bodies.url(variables.in(request.path("path").asText()), variables.in(request.path("query"))),
                Bodies.headers(variables.in(request.path("headers"))),
                body,
                variables.in(request.path("auth").asText()));
    }

    private JsonNode awaited(Scenario.Step step, Wire.Call call) {
        JsonNode wait = variables.in(step.request().path("wait"));
        List<Condition> conditions = new ArrayList<>();
        double seconds = 0;
        for (JsonNode condition : wait.isArray() ? wait : NODES.arrayNode().add(wait)) {
            conditions.add(new Condition(condition));
            seconds = Math.max(seconds, condition.path("timeout").asDouble(WAIT_SECONDS));
        }
        Instant end = patience.deadline(seconds);
        while (true) {
            Wire.Answer answer = wire.send(call);
            JsonNode body = answer.json().orElse(MissingNode.getInstance());
            boolean holds = conditions.stream().allMatch(condition -> condition.holds(answer.status(), body));
            if (holds || Instant.now().isAfter(end)) {
                JsonNode result = compared(step, answer);
                if (!holds && result instanceof ObjectNode object) {
                    object.put("waitTimedOut", true);
                }
                return result;
            }
            Patience.untilNextPoll();
        }
    }

    private JsonNode received(Scenario.Step step, Wire.Call call, Wire.Answer answer) {
        answer.json().ifPresent(body -> surroundings.note(call, answer.status(), body));
        return compared(step, answer);
    }

    /// The answer in the form in which it is recorded.
    private JsonNode compared(Scenario.Step step, Wire.Answer answer) {
        JsonNode request = step.request();
        Shape shape = new Shape(request, normaliser);
        ObjectNode result = NODES.objectNode();
        result.put("status", answer.status()).put("contentType", answer.contentType());
        List<String> warnings = answer.headers().allValues("Warning");
        if (!warnings.isEmpty()) {
            ArrayNode texts = result.putArray("warnings");
            warnings.forEach(warning -> texts.add(placeholders.text(warning)));
        }
        Optional<JsonNode> body = answer.json().map(shape::trimmed);
        body.ifPresent(trimmed -> capture(request, trimmed));
        body.ifPresent(placeholders::collect);
        switch (request.path("record").asText()) {
            case "none" -> {
                return NullNode.instance;
            }
            case "status" -> {
                return NODES.objectNode().put("status", answer.status());
            }
            default -> {
                // Everything is compared.
            }
        }
        if (body.isPresent()) {
            JsonNode normalised = normaliser.body(body.get(), scenario.keepsManagedFields(step));
            result.set("body", answer.status() < 300 ? shape.picked(normalised, variables) : normalised);
        } else if (answer.isProtobuf()) {
            result.put("body", "<protobuf>");
        } else {
            result.put("text", placeholders.document(answer.text()));
        }
        return result;
    }

    private JsonNode watch(Scenario.Step step, Wire.Call call) {
        HttpResponse<InputStream> response = wire.open(call);
        if (response.statusCode() != 200) {
            try (InputStream body = response.body()) {
                return compared(step, new Wire.Answer(response.statusCode(), response.headers(), body.readAllBytes()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        OpenWatch open = new OpenWatch(response);
        JsonNode start = step.request().path("watch").path("start");
        if (!start.isMissingNode()) {
            watches.put(start.asText(), open);
            return NODES.objectNode().put("status", 200).put("contentType", open.contentType());
        }
        try (open) {
            return events(step, open);
        }
    }

    private JsonNode events(Scenario.Step step, OpenWatch open) {
        JsonNode watch = step.request().path("watch");
        boolean untilClose = watch.path("untilClose").asBoolean();
        OpenWatch.Read read = open.read(
                watch.path("events").asInt(),
                untilClose,
                patience.atMost(watch.path("timeout").asDouble(WATCH_SECONDS)),
                Duration.ofMillis((long) (watch.path("settle").asDouble() * 1000)));
        ObjectNode result = NODES.objectNode().put("status", 200).put("contentType", open.contentType());
        Shape shape = new Shape(step.request(), normaliser);
        ArrayNode shown = result.putArray("events");
        for (JsonNode event :
                Bookmarks.shown(read.events(), watch.path("bookmarks").asText())) {
            JsonNode normalised = normaliser.body(shape.trimmed(event), scenario.keepsManagedFields(step));
            shown.add(shape.picked(normalised, variables));
        }
        capture(step.request(), NODES.arrayNode().addAll(read.events()));
        if (untilClose) {
            result.put("closed", read.closed());
        }
        return result;
    }

    private void capture(JsonNode request, JsonNode from) {
        for (Map.Entry<String, JsonNode> capture : request.path("capture").properties()) {
            JsonPath.first(from, variables.in(capture.getValue().asText()))
                    .filter(value -> !value.isNull())
                    .ifPresent(value -> variables.set(capture.getKey(), value));
        }
    }
}
