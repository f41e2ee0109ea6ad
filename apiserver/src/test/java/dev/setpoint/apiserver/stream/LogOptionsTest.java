package dev.setpoint.apiserver.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.pipeline.CallBody;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.apiserver.pipeline.Verb;
import dev.setpoint.base.Env;
import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.client.Target;
import dev.setpoint.machinery.api.GroupVersionResource;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LogOptionsTest {
    private static final Instant NOW = Instant.parse("2026-11-19T12:00:00Z");
    private static final Target LOG = Target.object(new GroupVersionResource("", "v1", "pods"), "default", "p")
            .subresource("log");

    private final Env env = BatonEnv.create(1);

    @Test
    void countsBackFromNow() {
        assertThat(LogOptions.of(call("3600"), NOW).since()).contains(Instant.parse("2026-11-19T11:00:00Z"));
    }

    @ParameterizedTest
    @ValueSource(longs = {900_000_000_000L, Long.MAX_VALUE})
    void countsBackNoFurtherThanThereIsTime(long seconds) {
        assertThat(LogOptions.of(call(Long.toString(seconds)), NOW).since()).contains(Instant.EPOCH);
    }

    private Call call(String sinceSeconds) {
        return Call.inside(env, User.of("jane"), Verb.GET, LOG, CallBody.None.NONE, "test")
                .withParameters(Map.of("sinceSeconds", List.of(sinceSeconds)));
    }
}
