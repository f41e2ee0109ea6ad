package dev.setpoint.apiserver.stages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.apiserver.authn.Authenticator.Verdict;
import dev.setpoint.apiserver.authz.Attributes;
import dev.setpoint.apiserver.authz.Authorizer;
import dev.setpoint.apiserver.pipeline.Answer;
import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.pipeline.Call.BodySource;
import dev.setpoint.apiserver.pipeline.Call.Question;
import dev.setpoint.apiserver.pipeline.CallBody;
import dev.setpoint.apiserver.pipeline.CallHeaders;
import dev.setpoint.apiserver.pipeline.CallLife;
import dev.setpoint.apiserver.pipeline.Caller;
import dev.setpoint.apiserver.pipeline.Documents;
import dev.setpoint.apiserver.pipeline.Evidence;
import dev.setpoint.apiserver.pipeline.Pipeline;
import dev.setpoint.apiserver.pipeline.Representation;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.apiserver.pipeline.Verb;
import dev.setpoint.base.Env;
import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.client.Target;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.json.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/// Who shows a user's name as a token is that user; nothing else counts here.
final class StagesTest {
    private static final GroupVersionResource MAPS = new GroupVersionResource("", "v1", "configmaps");
    private static final Target COLLECTION = Target.collection(MAPS, "default");
    private static final Places.Limits FEW = new Places.Limits(4, 4, 4, 50, 1);

    private final Env env = BatonEnv.create(1);
    private final Metrics metrics = new Metrics();
    private final List<String> recorded = new ArrayList<>();
    private final List<CallLife> lives = new ArrayList<>();
    private final Stages stages = new Stages(new Stages.Parts(
            Optional.of(new Recorder()),
            metrics,
            MAPS::equals,
            StagesTest::authenticate,
            () -> Instant.EPOCH,
            attributes -> mayAsk(attributes)
                    ? new Authorizer.Decision.Allowed("")
                    : new Authorizer.Decision.NoOpinion("no role"),
            FEW,
            call -> new Answer.Document(
                    200, new JsonObject().put("user", call.user().name()), List.of())));
    private final Pipeline outside = stages.outside(Documents.NONE, UnaryOperator.identity());

    private static Verdict authenticate(Evidence evidence) {
        return switch (evidence.authorization()) {
            case "" -> Verdict.Anonymous.ANONYMOUS;
            case "wrong" -> Verdict.Refused.REFUSED;
            default -> new Verdict.Known(User.of(evidence.authorization(), User.AUTHENTICATED), Instant.MAX);
        };
    }

    private static boolean mayAsk(Attributes attributes) {
        return switch (attributes.user().name()) {
            case "jane", "joe" -> true;
            case "system:anonymous" -> attributes.verb().equals("get");
            default -> false;
        };
    }

    private final class Recorder implements CallRecorder {
        @Override
        public void received(Call call) {
            recorded.add("received");
        }

        @Override
        public void answered(Call call, Answer answer) {
            recorded.add("answered " + call.life().user().orElseThrow().name());
        }

        @Override
        public void failed(Call call, ApiError error) {
            recorded.add("failed " + error.getClass().getSimpleName());
        }

        @Override
        public void brokenOff(Call call, Throwable cause) {
            recorded.add("broken off");
        }
    }

    @Test
    void readsNoBodyOfWhoMayNotAsk() {
        BodySource untouchable = () -> {
            throw new AssertionError("the body was read");
        };
        assertThatThrownBy(() -> outside.handle(call("eve", Verb.CREATE, untouchable, Optional.empty())))
                .isInstanceOf(ApiException.class)
                .hasMessage("configmaps is forbidden: User \"eve\" cannot create resource \"configmaps\" in API group"
                        + " \"\" in the namespace \"default\": no role");
        assertThatThrownBy(() -> outside.handle(call("wrong", Verb.CREATE, untouchable, Optional.empty())))
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.error()).isEqualTo(new ApiError.Unauthorized()));
    }

    @Test
    void tellsWhatIsWrongWithACallOnlyToThoseWhoMayAsk() {
        Optional<ApiError> fault = Optional.of(new ApiError.NoSuchPath());
        assertThatThrownBy(() -> outside.handle(call("eve", Verb.CREATE, NOTHING, fault)))
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.error()).isInstanceOf(ApiError.Forbidden.class));
        assertThatThrownBy(() -> outside.handle(call("jane", Verb.CREATE, NOTHING, fault)))
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.error()).isEqualTo(new ApiError.NoSuchPath()));
    }

    @Test
    void oneUserTakesNoMoreThanItsShareAndGivesItBackAtTheEnd() {
        outside.handle(call("jane", Verb.CREATE, NOTHING, Optional.empty()));
        outside.handle(call("jane", Verb.CREATE, NOTHING, Optional.empty()));
        refusesAsTooMany("jane", Verb.CREATE);
        outside.handle(call("jane", Verb.GET, NOTHING, Optional.empty())); // Reads have places of their own.
        outside.handle(call("joe", Verb.CREATE, NOTHING, Optional.empty()));
        lives.getFirst().end();
        outside.handle(call("jane", Verb.CREATE, NOTHING, Optional.empty()));
    }

    @Test
    void callersWithoutANameShareASmallPoolAndTakeNobodysPlace() {
        outside.handle(call("", Verb.GET, NOTHING, Optional.empty()));
        refusesAsTooMany("", Verb.GET);
        outside.handle(call("jane", Verb.GET, NOTHING, Optional.empty()));
        lives.getFirst().end();
        outside.handle(call("", Verb.GET, NOTHING, Optional.empty()));
    }

    @Test
    void aRefusedCallHoldsItsPlaceOnlyUntilItsLifeEnds() {
        for (int i = 0; i < 10; i++) {
            assertThatThrownBy(() -> outside.handle(call("eve", Verb.CREATE, NOTHING, Optional.empty())))
                    .isInstanceOfSatisfying(
                            ApiException.class, e -> assertThat(e.error()).isInstanceOf(ApiError.Forbidden.class));
            lives.getLast().end();
        }
    }

    @Test
    void everyCallIsRecordedAndCountedHoweverItEnds() {
        outside.handle(call("jane", Verb.GET, NOTHING, Optional.empty()));
        assertThatThrownBy(() -> outside.handle(call("eve", Verb.GET, NOTHING, Optional.empty())))
                .isInstanceOf(ApiException.class);
        stages.inside()
                .handle(Call.inside(
                        env, User.of("joe"), Verb.CREATE, COLLECTION, CallBody.None.NONE, "kube-scheduler"));
        assertThat(recorded)
                .containsExactly(
                        "received", "answered jane", "received", "failed Forbidden", "received", "answered joe");
        assertThat(metrics.text())
                .contains(
                        "apiserver_request_total{verb=\"GET\",group=\"\",version=\"v1\",resource=\"configmaps\",code=\"200\"} 1",
                        "code=\"403\"} 1",
                        "verb=\"POST\"")
                .contains("apiserver_current_inflight_requests{request_kind=\"readOnly\"} 2");
        lives.forEach(CallLife::end);
        assertThat(metrics.text()).contains("apiserver_current_inflight_requests{request_kind=\"readOnly\"} 0");
    }

    @Test
    void noLabelIsWhatAClientSent() {
        Target invented = Target.collection(new GroupVersionResource("eve.example", "v1", "inventions"), "");
        stages.inside().handle(Call.inside(env, User.of("joe"), Verb.LIST, invented, CallBody.None.NONE, "joe's own"));
        assertThat(metrics.text()).doesNotContain("eve.example", "inventions", "joe");
    }

    private static final BodySource NOTHING = BodySource.of(CallBody.None.NONE);

    private void refusesAsTooMany(String user, Verb verb) {
        assertThatThrownBy(() -> outside.handle(call(user, verb, NOTHING, Optional.empty())))
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.error()).isInstanceOf(ApiError.TooManyRequests.class));
        lives.removeLast().end();
    }

    private Call call(String user, Verb verb, BodySource body, Optional<ApiError> fault) {
        CallLife life = CallLife.begin(env, CallLife.LONGEST);
        lives.add(life);
        return new Call(
                new Caller.Unproven(Evidence.of(Optional.empty(), user)),
                new Question.OfResource(verb, COLLECTION),
                Map.of(),
                CallHeaders.of("User-Agent", "test"),
                Representation.OBJECT,
                body,
                Optional.empty(),
                Optional.empty(),
                fault,
                life);
    }
}
