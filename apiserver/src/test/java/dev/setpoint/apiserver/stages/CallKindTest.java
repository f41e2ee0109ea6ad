package dev.setpoint.apiserver.stages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.pipeline.CallBody;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.apiserver.pipeline.Verb;
import dev.setpoint.base.Env;
import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.client.Target;
import dev.setpoint.machinery.api.GroupVersionResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallKindTest {
    private static final Target POD = Target.object(new GroupVersionResource("", "v1", "pods"), "default", "p");

    private final Env env = BatonEnv.create(1);

    @Test
    void readsAndWritesDoNotTakeOneAnothersPlaces() {
        assertThat(CallKind.of(call(Verb.GET, POD))).isEqualTo(CallKind.READ);
        assertThat(CallKind.of(call(Verb.PATCH, POD.subresource("status")))).isEqualTo(CallKind.WRITE);
        assertThat(CallKind.of(call(Verb.WATCH, POD))).isEqualTo(CallKind.WATCH);
    }

    /// Whoever follows logs must not keep others from reading.
    @ParameterizedTest
    @ValueSource(strings = {"log", "exec", "attach", "portforward", "proxy"})
    void whatMayGoOnForLongIsCountedWithTheWatches(String subresource) {
        assertThat(CallKind.of(call(Verb.GET, POD.subresource(subresource)))).isEqualTo(CallKind.WATCH);
    }

    private Call call(Verb verb, Target target) {
        return Call.inside(env, User.of("jane"), verb, target, CallBody.None.NONE, "test");
    }
}
