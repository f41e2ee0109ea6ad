package dev.setpoint.apiserver.http;

import dev.setpoint.apiserver.pipeline.EventStream;
import dev.setpoint.apiserver.pipeline.Pipeline;
import dev.setpoint.apiserver.pipeline.Request;
import dev.setpoint.apiserver.pipeline.RequestBody;
import dev.setpoint.apiserver.pipeline.Response;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.apiserver.pipeline.Verb;
import dev.setpoint.base.Env;
import dev.setpoint.client.Fence;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.resources.schema.BuiltInMessages;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.util.Callback;

/// Puts a request for a resource into the pipeline's words and writes what comes back.
final class ResourceCalls {
    private final Pipeline pipeline;
    private final WebSockets webSockets;
    private final Traffic traffic;
    private final WatchPump pump;
    private final Limits limits;
    private final Env env;

    ResourceCalls(Pipeline pipeline, WebSockets webSockets, Traffic traffic, WatchPump pump, Limits limits, Env env) {
        this.pipeline = pipeline;
        this.webSockets = webSockets;
        this.traffic = traffic;
        this.pump = pump;
        this.limits = limits;
        this.env = env;
    }

    Completion answer(Exchange exchange, User user, ResourcePath path, Callback callback) throws IOException {
        Verb verb = path.verb(exchange.method(), exchange.parameters());
        String agent = exchange.header(HttpHeader.USER_AGENT);
        Form form = Form.negotiate(exchange.accepted(), verb, exchange.parameters(), agent);
        Traffic.Place place = verb == Verb.WATCH ? traffic.watch() : traffic.request();
        boolean kept = false;
        try {
            Response answer = pipeline.handle(new Request(
                    user,
                    verb,
                    path.target(verb),
                    path.parameters(exchange.parameters(), verb),
                    form.representation(),
                    body(exchange, verb),
                    agent,
                    fence(exchange)));
            Warnings.add(answer.warnings(), exchange.responseHeaders());
            if (answer instanceof Response.Stream(var events, var _)) {
                if (WebSockets.asked(exchange)) {
                    upgrade(exchange, events, callback);
                    return Completion.ELSEWHERE;
                }
                boolean messages = BuiltInMessages.has(path.target(verb).resource());
                boolean protobuf = messages && form.format() == Form.Format.PROTOBUF;
                Completion completion = ChunkedWatch.run(exchange, events, protobuf, traffic, place, pump, callback);
                kept = completion == Completion.ELSEWHERE;
                return completion;
            }
            write(exchange, form, answer);
            return Completion.HERE;
        } finally {
            if (!kept) {
                place.close();
            }
        }
    }

    private void write(Exchange exchange, Form form, Response answer) throws IOException {
        switch (answer) {
            case Response.One one -> Answers.one(exchange, form, one);
            case Response.Document document -> Answers.document(exchange, form, document);
            case Response.Text(int code, var text, var _) -> {
                try (text) {
                    TextAnswer.run(exchange, code, text, traffic);
                }
            }
            case Response.Many many -> Answers.many(exchange, form, many);
            case Response.Stream _ -> throw new IllegalStateException("a stream is no answer that ends by itself");
        }
    }

    private void upgrade(Exchange exchange, EventStream events, Callback callback) {
        SocketWatch watch = SocketWatch.over(events, traffic, limits, env);
        if (!webSockets.upgrade(exchange, watch, callback)) {
            throw new ApiException(new ApiError.BadRequest("not a WebSocket handshake that this server understands"));
        }
    }

    private static Optional<Fence> fence(Exchange exchange) {
        String header = exchange.header(Fence.HEADER);
        if (header.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(Fence.parse(header)
                .orElseThrow(() -> new ApiException(new ApiError.BadRequest(
                        Fence.HEADER + ": \"" + header + "\" (expected: namespace/lease transitions holder)"))));
    }

    /// Reading verbs want no body: one that comes is read and forgotten. A deletion may have one.
    private static RequestBody body(Exchange exchange, Verb verb) throws IOException {
        return switch (verb) {
            case GET, LIST, WATCH -> {
                exchange.discardBody();
                yield RequestBody.None.NONE;
            }
            case CREATE, UPDATE, PATCH -> new RequestBody.Bytes(mediaType(exchange), exchange.body());
            case DELETE, DELETE_COLLECTION -> {
                byte[] bytes = exchange.body();
                yield bytes.length == 0 ? RequestBody.None.NONE : new RequestBody.Bytes(mediaType(exchange), bytes);
            }
        };
    }

    private static String mediaType(Exchange exchange) {
        String header = exchange.header(HttpHeader.CONTENT_TYPE);
        int semicolon = header.indexOf(';');
        return (semicolon < 0 ? header : header.substring(0, semicolon)).strip().toLowerCase(Locale.ROOT);
    }
}
