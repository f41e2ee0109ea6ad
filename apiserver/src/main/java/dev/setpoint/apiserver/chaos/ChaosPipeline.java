package dev.setpoint.apiserver.chaos;

import dev.setpoint.apiserver.chaos.ChaosFault.Call;
import dev.setpoint.apiserver.chaos.ChaosPolicies.Ongoing;
import dev.setpoint.apiserver.chaos.ChaosPolicy.Strike;
import dev.setpoint.apiserver.pipeline.Pipeline;
import dev.setpoint.apiserver.pipeline.Request;
import dev.setpoint.apiserver.pipeline.Response;
import dev.setpoint.base.Env;
import dev.setpoint.client.Target;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.store.Store;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Hands requests on, and troubles those of clients that a policy names.
final class ChaosPipeline implements Pipeline {
    /// How far behind a replica may be.
    private static final int STALE_REVISIONS = 20;

    private static final Duration RETRY = Duration.ofSeconds(1);
    /// The groups of what is created only to be answered: nothing is written.
    private static final Set<String> QUESTIONS = Set.of("authentication.k8s.io", "authorization.k8s.io");

    private final Pipeline rest;
    private final Store store;
    private final Env env;
    private final ChaosPolicies policies;

    ChaosPipeline(Pipeline rest, Store store, Env env, ChaosPolicies policies) {
        this.rest = rest;
        this.store = store;
        this.env = env;
        this.policies = policies;
    }

    @Override
    public Response handle(Request request) {
        if (isSpared(request)) {
            return rest.handle(request);
        }
        Optional<Ongoing> policy = policies.concerning(request);
        policy.ifPresent(Ongoing::countRequest);
        return switch (request.verb()) {
            case WATCH -> watch(request);
            case GET, LIST ->
                policy.flatMap(each -> strike(each, request, isLax(request) ? Call.LAX_READ : Call.READ))
                        .map(strike -> read(request, strike))
                        .orElseGet(() -> rest.handle(request));
            case CREATE, UPDATE, PATCH, DELETE, DELETE_COLLECTION -> {
                Call call = QUESTIONS.contains(request.target().resource().group()) ? Call.READ : Call.WRITE;
                yield policy.flatMap(each -> strike(each, request, call))
                        .map(strike -> call == Call.WRITE ? write(request, strike) : read(request, strike))
                        .orElseGet(() -> rest.handle(request));
            }
        };
    }

    /// Policies themselves can always be changed, and those who carry them out are none of their clients.
    private static boolean isSpared(Request request) {
        return request.target().resource().group().equals(Chaos.GROUP)
                || request.userAgent().startsWith(Chaos.USER_AGENT);
    }

    private static Optional<Strike> strike(Ongoing policy, Request request, Call call) {
        return policy.strike(call, request.verb().word(), resource(request));
    }

    static String resource(Request request) {
        return request.target().resource().groupResource().toString();
    }

    private static boolean isLax(Request request) {
        return request.target().name().isEmpty()
                && request.parameter("resourceVersion").equals("0")
                && request.parameter("resourceVersionMatch").isEmpty()
                && request.parameter("continue").isEmpty();
    }

    /// Of a policy that comes later an open watch must know too.
    private Response watch(Request request) {
        Response response = rest.handle(request);
        return response instanceof Response.Stream(var events, var warnings)
                ? new Response.Stream(new ChaosStream(events, request, env, policies), warnings)
                : response;
    }

    private Response read(Request request, Strike strike) {
        return switch (strike.fault()) {
            case STALE_READ -> stale(request, strike.length());
            case SLOW_ANSWER -> slow(request, strike.length());
            default -> throw new ApiException(new ApiError.Unavailable("chaos: the server cannot answer now"));
        };
    }

    /// Asked for in so many words, so that nobody sees what they may not.
    private Response stale(Request request, Duration length) {
        long revision =
                Math.max(store.oldestRevision(), store.snapshot().revision() - 1 - length.toMillis() % STALE_REVISIONS);
        Map<String, List<String>> parameters = new LinkedHashMap<>(request.parameters());
        parameters.put("resourceVersion", List.of(Long.toString(revision)));
        parameters.put("resourceVersionMatch", List.of("Exact"));
        return rest.handle(new Request(
                request.user(),
                request.verb(),
                request.target(),
                parameters,
                request.representation(),
                request.body(),
                request.userAgent(),
                request.fence()));
    }

    private Response slow(Request request, Duration length) {
        Response response = rest.handle(request);
        env.sleep(length);
        return response;
    }

    private Response write(Request request, Strike strike) {
        Target target = request.target();
        return switch (strike.fault()) {
            case SLOW_ANSWER -> slow(request, strike.length());
            case WRITE_CONFLICTS ->
                throw new ApiException(new ApiError.Conflict(
                        target.resource().groupResource(),
                        target.name(),
                        "the object has been modified; please apply your changes to the latest version and try again"));
            case WRITE_THROTTLED ->
                throw new ApiException(new ApiError.TooManyRequests(
                        "chaos: too many requests, please try again later", RETRY, List.of()));
            case TIMEOUT_BEFORE_COMMIT -> throw timeout();
            case TIMEOUT_AFTER_COMMIT -> {
                rest.handle(request);
                throw timeout();
            }
            default -> throw new ApiException(new ApiError.Internal("chaos: nothing was written"));
        };
    }

    private static ApiException timeout() {
        return new ApiException(new ApiError.Timeout("chaos: no answer came in time"));
    }
}
