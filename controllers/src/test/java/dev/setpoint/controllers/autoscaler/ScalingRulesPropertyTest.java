package dev.setpoint.controllers.autoscaler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.testing.Seeds;
import dev.setpoint.controllers.autoscaler.ScalingRules.Bounds;
import dev.setpoint.controllers.workload.Samples;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HPAScalingRules;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HPAScalingRulesBuilder;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// Any behaviour, any proposals over an hour: the size stays within its bounds and its rate, and comes to
/// rest.
final class ScalingRulesPropertyTest {
    @Test
    void theSizeStaysWithinBoundsAndRates() {
        Seeds.check(500, seed -> {
            RandomGenerator random = Seeds.random(seed);
            World world = new World(random);
            for (int step = 0; step < 200; step++) {
                int before = world.current;
                Instant start = world.now.minusSeconds(60);
                int sizeThen = world.history.sizeBefore(Duration.ofMinutes(1), before, world.now);
                world.step(1 + random.nextInt(60));
                assertThat(world.current).as("seed %d at %s", seed, start).isBetween(1, 50);
                if (world.podsAMinute > 0 && world.current < before) {
                    assertThat(sizeThen - world.current)
                            .as("seed %d: replicas that went within a minute", seed)
                            .isLessThanOrEqualTo(world.podsAMinute);
                }
            }
        });
    }

    @Test
    void aSteadyProposalIsReached() {
        Seeds.check(300, seed -> {
            RandomGenerator random = Seeds.random(seed);
            World world = new World(random);
            int wanted = 1 + random.nextInt(50);
            for (int step = 0; step < 60 * 60 / 15; step++) {
                world.step(wanted);
            }
            assertThat(world.current).as("seed %d", seed).isEqualTo(wanted);
            assertThat(world.step(wanted).limited()).as("seed %d", seed).isFalse();
        });
    }

    @Test
    void aShortDipDoesNotShrink() {
        HorizontalPodAutoscaler plain =
                new HorizontalPodAutoscalerBuilder().withNewSpec().endSpec().build();
        Instant now = Samples.NOW;
        ScalingHistory history = ScalingHistory.EMPTY.proposed(8, now.minusSeconds(100));
        ScalingRules.Verdict verdict = ScalingRules.apply(plain, new Bounds(8, 1, 10), 2, history, now);
        assertThat(verdict.replicas()).isEqualTo(8);
        assertThat(verdict.able().word()).isEqualTo("ScaleDownStabilized");
        assertThat(ScalingRules.apply(plain, new Bounds(8, 1, 10), 2, history, now.plusSeconds(201))
                        .replicas())
                .isEqualTo(2);
    }

    private static final class World {
        private final HorizontalPodAutoscaler autoscaler;
        private final int podsAMinute;
        private int current;
        private ScalingHistory history = ScalingHistory.EMPTY;
        private Instant now = Samples.NOW;

        World(RandomGenerator random) {
            current = 1 + random.nextInt(50);
            podsAMinute = random.nextInt(3) == 0 ? 0 : 1 + random.nextInt(5);
            HPAScalingRules down = new HPAScalingRulesBuilder()
                    .withStabilizationWindowSeconds(random.nextInt(400))
                    .addNewPolicy(60, "Pods", podsAMinute)
                    .build();
            HPAScalingRules up = new HPAScalingRulesBuilder()
                    .withStabilizationWindowSeconds(random.nextInt(100))
                    .withSelectPolicy(random.nextBoolean() ? "Max" : "Min")
                    .addNewPolicy(15, "Percent", 50 + random.nextInt(200))
                    .addNewPolicy(30, "Pods", 1 + random.nextInt(8))
                    .build();
            autoscaler = podsAMinute == 0
                    ? new HorizontalPodAutoscalerBuilder()
                            .withNewSpec()
                            .endSpec()
                            .build()
                    : new HorizontalPodAutoscalerBuilder()
                            .withNewSpec()
                            .withNewBehavior()
                            .withScaleDown(down)
                            .withScaleUp(up)
                            .endBehavior()
                            .endSpec()
                            .build();
        }

        ScalingRules.Verdict step(int proposed) {
            history = history.startingWith(current, now);
            ScalingRules.Verdict verdict =
                    ScalingRules.apply(autoscaler, new Bounds(current, 1, 50), proposed, history, now);
            history = history.proposed(proposed, now);
            if (verdict.replicas() != current) {
                history = history.resized(verdict.replicas() - current, now);
                current = verdict.replicas();
            }
            now = now.plusSeconds(15);
            return verdict;
        }
    }
}
