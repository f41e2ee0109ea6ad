package dev.setpoint.apiserver.http;

import dev.setpoint.apiserver.authn.Authenticator;
import dev.setpoint.apiserver.authn.Authenticator.Evidence;
import dev.setpoint.apiserver.authn.Authenticator.Verdict;
import dev.setpoint.apiserver.authz.Attributes;
import dev.setpoint.apiserver.authz.Authorizer;
import dev.setpoint.apiserver.pipeline.EventStream;
import dev.setpoint.apiserver.pipeline.Pipeline;
import dev.setpoint.apiserver.pipeline.Request;
import dev.setpoint.apiserver.pipeline.RequestBody;
import dev.setpoint.apiserver.pipeline.Response;
import dev.setpoint.apiserver.pipeline.TextStream;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.apiserver.pipeline.Verb;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.Status;
import dev.setpoint.machinery.json.JsonWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;

/// HTTP without a socket, for clients in the same JVM that know nothing else: the same paths, parameters, headers and
/// answers, as JSON.
public final class LocalCalls {
    private final Pipeline pipeline;
    private final Documents documents;
    private final Authenticator authenticator;
    private final Authorizer authorizer;
    private final Impersonation impersonation;
    private final User user;

    /// @param user whoever shows no token
    public LocalCalls(HttpServer.Backend backend, User user) {
        this.pipeline = backend.pipeline();
        this.documents = backend.documents();
        this.authenticator = backend.authenticator();
        this.authorizer = backend.authorizer();
        this.impersonation = new Impersonation(authorizer);
        this.user = user;
    }

    /// @param uri as clients write it; only path and query count
    public record Call(String method, URI uri, Map<String, List<String>> headers, byte[] body) {}

    public record Reply(int code, Map<String, List<String>> headers, Content content) {}

    /// What is in an answer.
    public sealed interface Content {
        record Whole(byte[] bytes) implements Content {}

        /// The caller closes it.
        record Events(EventStream events) implements Content {}

        /// The caller closes it.
        record Text(TextStream text) implements Content {}
    }

    /// Every failure is an answer too.
    public Reply answer(Call call) {
        try {
            HttpFields.Mutable headers = HttpFields.build();
            call.headers().forEach((name, values) -> values.forEach(value -> headers.add(name, value)));
            User asking = impersonation.user(caller(headers), headers);
            String path = withoutLastSlash(call.uri().getPath());
            Map<String, List<String>> parameters = QueryString.parse(call.uri().getRawQuery());
            Optional<ResourcePath> resource = ResourcePath.parse(path);
            return resource.isPresent()
                    ? resource(call, headers, asking, resource.get(), parameters)
                    : document(call, headers, asking, path, parameters);
        } catch (ApiException e) {
            return failure(e.error());
        }
    }

    /// An event as a line of the answer, or as a message of a WebSocket.
    public static byte[] frame(EventStream.Event event) {
        return bytes(out -> EventFrame.write(event, out));
    }

    private User caller(HttpFields headers) {
        String authorization = headers.get(HttpHeader.AUTHORIZATION);
        if (authorization == null) {
            return user;
        }
        return switch (authenticator.authenticate(new Evidence(Optional.empty(), authorization))) {
            case Verdict.Known(var known, var _) -> known;
            case Verdict.Anonymous _ -> user;
            case Verdict.Refused _ -> throw new ApiException(new ApiError.Unauthorized());
        };
    }

    private Reply resource(
            Call call, HttpFields headers, User asking, ResourcePath path, Map<String, List<String>> parameters) {
        Verb verb = path.verb(call.method(), parameters);
        String agent = Optional.ofNullable(headers.get(HttpHeader.USER_AGENT)).orElse("");
        Form form = Form.negotiate(MediaRange.accepted(headers), verb, parameters, agent);
        Response answer = pipeline.handle(new Request(
                asking,
                verb,
                path.target(verb),
                path.parameters(parameters, verb),
                form.representation(),
                body(call, headers, verb),
                agent));
        HttpFields.Mutable replied = HttpFields.build();
        Warnings.add(answer.warnings(), replied);
        List<String> warnings = replied.getValuesList("Warning");
        return switch (answer) {
            case Response.One(int code, var object, var _) -> json(code, warnings, bytes(object::writeTo));
            case Response.Document(int code, var json, var _) -> json(code, warnings, JsonWriter.bytes(json));
            case Response.Many many -> json(200, warnings, bytes(out -> Answers.items(many, out)));
            case Response.Text(int code, var text, var _) ->
                new Reply(code, headers("text/plain", warnings), new Content.Text(text));
            case Response.Stream(var events, var _) ->
                new Reply(200, headers(Form.Format.JSON.mediaType(), warnings), new Content.Events(events));
        };
    }

    private Reply document(
            Call call, HttpFields headers, User asking, String path, Map<String, List<String>> parameters) {
        String verb = call.method().toLowerCase(Locale.ROOT);
        authorizer.require(new Attributes.OfPath(asking, verb, path));
        Documents.Document found = documents
                .find(new Documents.Query(path, parameters, MediaRange.accepted(headers), asking))
                .orElseThrow(() -> new ApiException(new ApiError.NoSuchPage()));
        if (!call.method().equals("GET")) {
            throw new ApiException(new ApiError.MethodNotAllowed());
        }
        return new Reply(found.code(), headers(found.mediaType(), List.of()), new Content.Whole(found.body()));
    }

    private static RequestBody body(Call call, HttpFields headers, Verb verb) {
        boolean reading = verb == Verb.GET || verb == Verb.LIST || verb == Verb.WATCH;
        boolean deleting = verb == Verb.DELETE || verb == Verb.DELETE_COLLECTION;
        if (reading || (deleting && call.body().length == 0)) {
            return RequestBody.None.NONE;
        }
        String type = Optional.ofNullable(headers.get(HttpHeader.CONTENT_TYPE)).orElse("");
        int semicolon = type.indexOf(';');
        String mediaType = (semicolon < 0 ? type : type.substring(0, semicolon)).strip();
        return new RequestBody.Bytes(mediaType.toLowerCase(Locale.ROOT), call.body());
    }

    private static Reply failure(ApiError error) {
        return json(Status.of(error).code(), List.of(), JsonWriter.bytes(Status.toJson(error)));
    }

    private static Reply json(int code, List<String> warnings, byte[] bytes) {
        return new Reply(code, headers(Form.Format.JSON.mediaType(), warnings), new Content.Whole(bytes));
    }

    private static Map<String, List<String>> headers(String mediaType, List<String> warnings) {
        List<String> type = List.of(mediaType);
        return warnings.isEmpty() ? Map.of("Content-Type", type) : Map.of("Content-Type", type, "Warning", warnings);
    }

    private static String withoutLastSlash(String path) {
        return path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }

    /// Something that writes bytes.
    private interface Writing {
        void to(ByteArrayOutputStream out) throws IOException;
    }

    private static byte[] bytes(Writing writing) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(1024);
        try {
            writing.to(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // Memory does not fail.
        }
        return out.toByteArray();
    }
}
