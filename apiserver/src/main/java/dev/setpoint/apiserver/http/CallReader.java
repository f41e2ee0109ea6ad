package dev.setpoint.apiserver.http;

import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.pipeline.Call.BodySource;
import dev.setpoint.apiserver.pipeline.Call.Question;
import dev.setpoint.apiserver.pipeline.CallLife;
import dev.setpoint.apiserver.pipeline.Caller;
import dev.setpoint.apiserver.pipeline.MediaRange;
import dev.setpoint.apiserver.pipeline.Representation;
import dev.setpoint.apiserver.pipeline.Verb;
import dev.setpoint.base.Env;
import dev.setpoint.base.value.Cause;
import dev.setpoint.client.Fence;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.time.GoDuration;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.jspecify.annotations.Nullable;

/// Reads a call from the head of an HTTP request, however its bytes came.
final class CallReader {
    private static final List<MediaRange> JSON = List.of(MediaRange.parse("application/json"));

    private CallReader() {}

    /// @param path decoded; null where the request has none
    /// @param query as it was sent
    record Head(
            String method, @Nullable String path, @Nullable String query, HttpFields headers) {}

    /// @param form of the answer, as agreed with the client
    record Read(Call call, Form form) {}

    /// @throws ApiException for a request that is none
    static Read read(Head head, Caller caller, BodySource body, Env env) {
        if (head.path() == null || !head.path().startsWith("/")) {
            throw new ApiException(new ApiError.BadRequest("the request has no path"));
        }
        Map<String, List<String>> parameters = QueryString.parse(head.query());
        String path = withoutLastSlash(head.path());
        Optional<ResourcePath> resource = ResourcePath.parse(path);
        if (resource.isEmpty()) {
            Question question =
                    new Question.OfPath(head.method().toLowerCase(Locale.ROOT), path, accepted(head.headers()));
            return new Read(
                    call(caller, question, parameters, head, Form.PLAIN, body, Optional.empty(), env), Form.PLAIN);
        }
        ResourcePath.Asked asked = resource.get().ask(head.method(), parameters);
        Optional<ApiError> fault = asked.fault();
        Form form = Form.PLAIN;
        if (asked.question() instanceof Question.OfResource(var verb, var _)) {
            try {
                form = form(head, verb, asked.parameters());
            } catch (ApiException e) {
                fault = Optional.of(e.error());
            }
        }
        return new Read(call(caller, asked.question(), asked.parameters(), head, form, body, fault, env), form);
    }

    /// What the Accept headers say, best first; empty when there is none.
    static List<MediaRange> accepted(HttpFields headers) {
        if ("application/json".equals(headers.get(HttpHeader.ACCEPT))) {
            return JSON;
        }
        return headers.getQualityCSV(HttpHeader.ACCEPT).stream()
                .map(MediaRange::parse)
                .toList();
    }

    /// The Content-Type without its parameters, in lower case.
    static String mediaType(HttpFields headers) {
        String header = headers.get(HttpHeader.CONTENT_TYPE);
        if (header == null) {
            return "";
        }
        int semicolon = header.indexOf(';');
        return (semicolon < 0 ? header : header.substring(0, semicolon)).strip().toLowerCase(Locale.ROOT);
    }

    private static Form form(Head head, Verb verb, Map<String, List<String>> parameters) {
        String agent = head.headers().get(HttpHeader.USER_AGENT);
        return Form.negotiate(accepted(head.headers()), verb, parameters, agent == null ? "" : agent);
    }

    private static Call call(
            Caller caller,
            Question question,
            Map<String, List<String>> parameters,
            Head head,
            Form form,
            BodySource body,
            Optional<ApiError> fault,
            Env env) {
        String fence = head.headers().get(Fence.HEADER);
        Optional<Fence> fenced = fence == null ? Optional.empty() : Fence.parse(fence);
        Optional<ApiError> wrong = fault;
        if (fence != null && fenced.isEmpty() && fault.isEmpty()) {
            wrong = Optional.of(new ApiError.BadRequest(
                    Fence.HEADER + ": \"" + fence + "\" (expected: namespace/lease transitions holder)"));
        }
        Representation representation = form.representation();
        CallLife life = CallLife.begin(env, timeLimit(question, parameters));
        return new Call(
                caller,
                question,
                parameters,
                new HeaderView(head.headers()),
                representation,
                body,
                fenced,
                Optional.ofNullable(head.headers().get(Cause.Run.HEADER)).flatMap(Cause.Run::parse),
                wrong,
                life);
    }

    /// As long as the caller says, if that is shorter than what anybody may take.
    private static Duration timeLimit(Question question, Map<String, List<String>> parameters) {
        List<String> given = parameters.get("timeout");
        boolean streams = question instanceof Question.OfResource(Verb verb, var _) && verb == Verb.WATCH;
        if (given == null || streams || given.getFirst().isEmpty()) {
            return CallLife.LONGEST;
        }
        Duration limit = GoDuration.parse(given.getFirst())
                .orElseThrow(() -> new ApiException(new ApiError.BadRequest(
                        "invalid timeout specified in the request URL - " + GoDuration.mistake(given.getFirst()))));
        return limit.isPositive() && limit.compareTo(CallLife.LONGEST) < 0 ? limit : CallLife.LONGEST;
    }

    private static String withoutLastSlash(String path) {
        return path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }
}
