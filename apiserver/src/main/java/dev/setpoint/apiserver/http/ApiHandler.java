package dev.setpoint.apiserver.http;

import dev.setpoint.apiserver.authz.Attributes;
import dev.setpoint.apiserver.authz.Authorizer;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.base.Env;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import java.io.IOException;
import java.util.Locale;
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

/// The way of one request: who asks, for a resource or a document, and what becomes of every failure.
final class ApiHandler extends Handler.Abstract {
    private static final Logger log = LoggerFactory.getLogger(ApiHandler.class);
    private static final HttpField NOT_CACHED = new PreEncodedHttpField(HttpHeader.CACHE_CONTROL, "no-cache, private");

    private final Callers callers;
    private final Authorizer authorizer;
    private final Impersonation impersonation;
    private final ResourceCalls resources;
    private final Documents documents;
    private final AuditIds auditIds;
    private final Traffic traffic;
    private final Limits limits;
    private final Env env;

    ApiHandler(
            HttpServer.Backend backend,
            Callers callers,
            ResourceCalls resources,
            Traffic traffic,
            Limits limits,
            Env env) {
        this.callers = callers;
        this.authorizer = backend.authorizer();
        this.impersonation = new Impersonation(authorizer);
        this.resources = resources;
        this.documents = backend.documents();
        this.auditIds = new AuditIds(env.random());
        this.traffic = traffic;
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
            Completion completion = answer(exchange, callback);
            if (completion == Completion.HERE) {
                callback.succeeded();
            }
        } catch (IOException e) {
            log.debug("{} {} ended early: {}", exchange.method(), exchange.path(), e.getMessage());
            callback.failed(e);
        }
        return true;
    }

    private Completion answer(Exchange exchange, Callback callback) throws IOException {
        try {
            return dispatch(exchange, callback);
        } catch (ApiException e) {
            refuse(exchange, e.error());
        } catch (RuntimeException | StackOverflowError e) {
            log.error("{} {} failed", exchange.method(), exchange.path(), e);
            refuse(exchange, new ApiError.Internal("see the server's log"));
        }
        return Completion.HERE;
    }

    private Completion dispatch(Exchange exchange, Callback callback) throws IOException {
        User user = impersonation.user(callers.of(exchange), exchange.request().getHeaders());
        Optional<ResourcePath> path = ResourcePath.parse(exchange.path());
        if (path.isPresent()) {
            return resources.answer(exchange, user, path.get(), callback);
        }
        try (var _ = traffic.request()) {
            document(exchange, user);
            return Completion.HERE;
        }
    }

    private void document(Exchange exchange, User user) throws IOException {
        String verb = exchange.method().toLowerCase(Locale.ROOT);
        authorizer.require(new Attributes.OfPath(user, verb, exchange.path()));
        exchange.discardBody();
        Optional<Documents.Document> found =
                documents.find(new Documents.Query(exchange.path(), exchange.parameters(), exchange.accepted(), user));
        if (found.isEmpty()) {
            Answers.noPage(exchange);
            return;
        }
        if (!exchange.method().equals("GET") && !exchange.method().equals("HEAD")) {
            throw new ApiException(new ApiError.MethodNotAllowed());
        }
        Answers.document(exchange, found.get());
    }

    /// An answer that has begun cannot be replaced: it is cut off, so that nobody takes it for whole.
    private static void refuse(Exchange exchange, ApiError error) throws IOException {
        if (exchange.committed()) {
            throw new IOException("failed after the answer had begun");
        }
        exchange.discardBody();
        if (error instanceof ApiError.NoSuchPage) {
            Answers.noPage(exchange);
        } else {
            Answers.error(exchange, error);
        }
    }
}
