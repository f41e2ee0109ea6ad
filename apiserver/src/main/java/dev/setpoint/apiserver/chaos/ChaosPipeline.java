package dev.setpoint.apiserver.chaos;

import dev.setpoint.apiserver.chaos.ChaosFault.Struck;
import dev.setpoint.apiserver.chaos.ChaosPolicies.Ongoing;
import dev.setpoint.apiserver.chaos.ChaosPolicy.Strike;
import dev.setpoint.apiserver.pipeline.Answer;
import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.pipeline.Call.Question;
import dev.setpoint.apiserver.pipeline.Pipeline;
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

/// Hands calls on, and troubles those of clients that a policy names. It stands behind authorization: whoever may not
/// ask learns nothing of policies.
final class ChaosPipeline implements Pipeline {
    /// How far behind a replica may be.
    private static final int STALE_REVISIONS = 20;

    private static final Duration RETRY = Duration.ofSeconds(1);

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
    public Answer handle(Call call) {
        if (!(call.question() instanceof Question.OfResource) || isSpared(call)) {
            return rest.handle(call);
        }
        Optional<Ongoing> policy = policies.concerning(call);
        policy.ifPresent(Ongoing::countRequest);
        return switch (call.verb()) {
            case WATCH -> watch(call);
            case GET, LIST ->
                policy.flatMap(each -> strike(each, call, isLax(call) ? Struck.LAX_READ : Struck.READ))
                        .map(strike -> read(call, strike))
                        .orElseGet(() -> rest.handle(call));
            case CREATE, UPDATE, PATCH, DELETE, DELETE_COLLECTION -> {
                Struck struck = call.target().isQuestion() ? Struck.READ : Struck.WRITE;
                yield policy.flatMap(each -> strike(each, call, struck))
                        .map(strike -> struck == Struck.WRITE ? write(call, strike) : read(call, strike))
                        .orElseGet(() -> rest.handle(call));
            }
        };
    }

    /// Policies themselves can always be changed, and those who carry them out are none of their clients.
    private static boolean isSpared(Call call) {
        return call.target().resource().group().equals(Chaos.GROUP)
                || call.userAgent().startsWith(Chaos.USER_AGENT);
    }

    private static Optional<Strike> strike(Ongoing policy, Call call, Struck struck) {
        return policy.strike(struck, call.verb().word(), resource(call));
    }

    static String resource(Call call) {
        return call.target().resource().groupResource().toString();
    }

    private static boolean isLax(Call call) {
        return call.target().name().isEmpty()
                && call.parameter("resourceVersion").equals("0")
                && call.parameter("resourceVersionMatch").isEmpty()
                && call.parameter("continue").isEmpty();
    }

    /// Of a policy that comes later an open watch must know too.
    private Answer watch(Call call) {
        Answer answer = rest.handle(call);
        return answer instanceof Answer.Stream(var events, var warnings)
                ? new Answer.Stream(new ChaosStream(events, call, env, policies), warnings)
                : answer;
    }

    private Answer read(Call call, Strike strike) {
        return switch (strike.fault()) {
            case STALE_READ -> stale(call, strike.length());
            case SLOW_ANSWER -> slow(call, strike.length());
            default -> throw new ApiException(new ApiError.Unavailable("chaos: the server cannot answer now"));
        };
    }

    /// A stale read is an ordinary read of an exact older revision.
    private Answer stale(Call call, Duration length) {
        long revision =
                Math.max(store.oldestRevision(), store.snapshot().revision() - 1 - length.toMillis() % STALE_REVISIONS);
        Map<String, List<String>> parameters = new LinkedHashMap<>(call.parameters());
        parameters.put("resourceVersion", List.of(Long.toString(revision)));
        parameters.put("resourceVersionMatch", List.of("Exact"));
        return rest.handle(call.withParameters(parameters));
    }

    private Answer slow(Call call, Duration length) {
        Answer answer = rest.handle(call);
        env.sleep(length);
        return answer;
    }

    private Answer write(Call call, Strike strike) {
        Target target = call.target();
        return switch (strike.fault()) {
            case SLOW_ANSWER -> slow(call, strike.length());
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
                rest.handle(call);
                throw timeout();
            }
            default -> throw new ApiException(new ApiError.Internal("chaos: nothing was written"));
        };
    }

    private static ApiException timeout() {
        return new ApiException(new ApiError.Timeout("chaos: no answer came in time"));
    }
}
