package dev.setpoint.apiserver.http;

import dev.setpoint.apiserver.pipeline.Answer;
import dev.setpoint.apiserver.pipeline.BrokenOffException;
import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.pipeline.Caller;
import dev.setpoint.apiserver.pipeline.Conversation;
import dev.setpoint.apiserver.pipeline.EventStream;
import dev.setpoint.apiserver.pipeline.Pipeline;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.base.Env;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.resources.schema.BuiltInMessages;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The way of one HTTP request: it is made a call, handed to the pipeline, and what comes back is written.
final class ApiHandler extends Handler.Abstract {
    private static final Logger log = LoggerFactory.getLogger(ApiHandler.class);
    private static final HttpField NOT_CACHED = new PreEncodedHttpField(HttpHeader.CACHE_CONTROL, "no-cache, private");

    /// How long the rest of a body that nobody wants is waited for.
    private static final Duration DISCARDING = Duration.ofSeconds(2);

    private final Pipeline pipeline;
    private final WebSockets webSockets;
    private final AuditIds auditIds;
    private final CallsUnderWay traffic;
    private final WatchPump pump;
    private final Limits limits;
    private final Env env;

    ApiHandler(
            Pipeline pipeline, WebSockets webSockets, CallsUnderWay traffic, WatchPump pump, Limits limits, Env env) {
        this.pipeline = pipeline;
        this.webSockets = webSockets;
        this.auditIds = new AuditIds(env.random());
        this.traffic = traffic;
        this.pump = pump;
        this.limits = limits;
        this.env = env;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        request.addIdleTimeoutListener(_ -> false); // Deadlines of our own bound every wait.
        Exchange exchange = new Exchange(request, response, limits, env);
        auditIds.name(exchange);
        exchange.responseHeaders().add(NOT_CACHED);
        try {
            if (answer(exchange, callback) == Completion.HERE) {
                callback.succeeded();
            }
        } catch (IOException | BrokenOffException e) {
            log.debug("{} {} ended early: {}", request.getMethod(), request.getHttpURI(), e.getMessage());
            callback.failed(e);
        }
        return true;
    }

    private Completion answer(Exchange exchange, Callback callback) throws IOException {
        IncomingBody body = new IncomingBody(exchange);
        CallReader.Read read;
        try {
            read = CallReader.read(
                    head(exchange.request()), new Caller.Unproven(new ConnectionEvidence(exchange)), body, env);
        } catch (ApiException e) {
            Answers.error(exchange, e.error());
            return Completion.HERE;
        }
        body.endBy(read.call().life().deadline());
        Completion completion = Completion.HERE;
        try {
            completion = answer(exchange, read, callback);
            if (completion == Completion.HERE && !body.isRead()) {
                exchange.discardBody(isNobody(read.call()) ? Duration.ZERO : DISCARDING);
            }
            return completion;
        } finally {
            if (completion == Completion.HERE) {
                read.call().life().end();
            }
        }
    }

    private static CallReader.Head head(Request request) {
        return new CallReader.Head(
                request.getMethod(),
                request.getHttpURI().getDecodedPath(),
                request.getHttpURI().getQuery(),
                request.getHeaders());
    }

    private Completion answer(Exchange exchange, CallReader.Read read, Callback callback) throws IOException {
        Call call = read.call();
        try {
            traffic.enter(call.life());
            Answer answer = pipeline.handle(call);
            return switch (answer) {
                case Answer.Stream(var events, var _) -> {
                    Warnings.add(answer.warnings(), exchange.responseHeaders());
                    yield stream(exchange, read, events, callback);
                }
                case Answer.Text(int code, var text, var _) -> {
                    Warnings.add(answer.warnings(), exchange.responseHeaders());
                    try (text) {
                        TextAnswer.run(exchange, code, text, call.parameters().containsKey("follow"), traffic);
                    }
                    yield Completion.HERE;
                }
                case Answer.Duplex(var conversation, var _) -> {
                    Warnings.add(answer.warnings(), exchange.responseHeaders());
                    yield converse(exchange, call, conversation, callback);
                }
                case Answer.One _, Answer.Document _, Answer.Many _, Answer.Page _ -> {
                    Answers.write(exchange, read.form(), answer);
                    yield Completion.HERE;
                }
            };
        } catch (ApiException e) {
            refuse(exchange, call, e.error());
        } catch (BrokenOffException e) {
            throw e;
        } catch (RuntimeException | StackOverflowError e) {
            log.error("{} failed", call.question(), e);
            refuse(exchange, call, new ApiError.Internal("see the server's log"));
        }
        return Completion.HERE;
    }

    private Completion stream(Exchange exchange, CallReader.Read read, EventStream events, Callback callback)
            throws IOException {
        Call call = read.call();
        if (WebSockets.asked(exchange)) {
            webSockets.upgrade(exchange, new SocketWatch(events, call.life(), traffic, limits, env), callback);
            return Completion.ELSEWHERE;
        }
        boolean messages = BuiltInMessages.has(call.target().resource());
        boolean protobuf = messages && read.form().format() == Form.Format.PROTOBUF;
        return ChunkedWatch.run(exchange, events, protobuf, traffic, call.life(), pump, callback);
    }

    private Completion converse(Exchange exchange, Call call, Conversation conversation, Callback callback) {
        if (!WebSockets.asked(exchange)) {
            conversation.abandon();
            throw new ApiException(new ApiError.BadRequest("Upgrade request required"));
        }
        webSockets.upgrade(exchange, new SocketConversation(conversation, call.life(), traffic, limits, env), callback);
        return Completion.ELSEWHERE;
    }

    /// An answer that has begun cannot be replaced: it is cut off, so that nobody takes it for whole.
    private static void refuse(Exchange exchange, Call call, ApiError error) throws IOException {
        if (exchange.committed()) {
            throw new IOException("failed after the answer had begun");
        }
        boolean refused = error instanceof ApiError.Unauthorized
                || error instanceof ApiError.Forbidden
                || error instanceof ApiError.ForbiddenPath
                || error instanceof ApiError.TooManyRequests;
        if (refused && isNobody(call)) {
            Farewell.announce(exchange);
        }
        Answers.error(exchange, error);
    }

    private static boolean isNobody(Call call) {
        Optional<User> user = call.life().user();
        return user.isEmpty() || user.get().isAnonymous();
    }
}
