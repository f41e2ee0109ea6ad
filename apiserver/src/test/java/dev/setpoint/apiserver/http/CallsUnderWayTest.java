package dev.setpoint.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.apiserver.pipeline.CallLife;
import dev.setpoint.base.Env;
import dev.setpoint.base.real.RealEnv;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CallsUnderWayTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Env env = RealEnv.create("traffic-test");
    private final CallsUnderWay traffic = new CallsUnderWay(env);

    @AfterEach
    void close() {
        env.close();
    }

    @Test
    void endsWhenTheLastHasEndedAndLetsNobodyInMeanwhile() {
        CallLife watch = life();
        traffic.enter(watch);
        assertThat(traffic.ending()).isFalse();
        assertThat(traffic.end(Duration.ZERO)).isFalse();

        assertThat(traffic.ending()).isTrue();
        CallLife late = life();
        assertThatThrownBy(() -> traffic.enter(late))
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.error()).isInstanceOf(ApiError.Unavailable.class));
        late.end();
        assertThat(traffic.end(Duration.ZERO)).isFalse();
        watch.end();
        assertThat(traffic.end(PATIENCE)).isTrue();
    }

    private CallLife life() {
        return CallLife.begin(env, CallLife.LONGEST);
    }
}
