package dev.setpoint.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.base.Env;
import dev.setpoint.base.real.RealEnv;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TrafficTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Env env = RealEnv.create("traffic-test");
    private final Traffic traffic =
            new Traffic(new Limits(1, 1, 1, 1, 1, 1, 2, Duration.ZERO, Duration.ZERO, Duration.ZERO), env);

    @AfterEach
    void close() {
        env.close();
    }

    @Test
    void refusesMoreThanItCanBearAndTakesTheNextWhenOneLeaves() {
        traffic.watch();
        Traffic.Place second = traffic.watch();
        assertThatThrownBy(traffic::watch)
                .isInstanceOfSatisfying(
                        ApiException.class,
                        refused -> assertThat(refused.error())
                                .isEqualTo(new ApiError.TooManyRequests(
                                        "Too many requests, please try again later.",
                                        Duration.ofSeconds(1),
                                        List.of())));
        traffic.request();
        second.close();
        traffic.watch();
    }

    @Test
    void endsWhenTheLastHasLeftAndLetsNobodyInMeanwhile() {
        Traffic.Place watch = traffic.watch();
        assertThat(traffic.ending()).isFalse();
        assertThat(traffic.end(Duration.ZERO)).isFalse();

        assertThat(traffic.ending()).isTrue();
        assertThatThrownBy(traffic::request)
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.error()).isInstanceOf(ApiError.Unavailable.class));
        watch.close();
        assertThat(traffic.end(PATIENCE)).isTrue();
    }
}
